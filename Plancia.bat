@echo off
rem Opens the archive of the club in the browser. Needs Python 3.11 or newer from python.org.
cd /d "%~dp0"
where py >nul 2>nul && (py -3 run.py open %*) || (python run.py open %*)
if errorlevel 1 pause
