# Plays on Windows what a user does with the archive: unpacks it, starts the demo plant as a service, asks it, stops and removes it.
# usage, as administrator: tools/release-check.ps1 s7opcbridge-VERSION-win-x64.zip
#Requires -RunAsAdministrator
param([Parameter(Mandatory)] [string] $Archive)
$ErrorActionPreference = 'Stop'
$PSNativeCommandUseErrorActionPreference = $true # a program that ends with an error ends this
$name = 's7opcbridge-check'
$files = Join-Path $env:ProgramData 'S7OpcBridge'
if (Test-Path $files) { throw "$files is there already: this is for a machine without the bridge" }

function Wait-For([string] $What, [scriptblock] $Is) {
    $clock = [Diagnostics.Stopwatch]::StartNew()
    while (-not (& $Is)) {
        if ($clock.Elapsed.TotalSeconds -gt 120) { throw "not within two minutes: $What" }
        Start-Sleep -Milliseconds 500
    }
    "ok: $What"
}

# A path with a blank, as most have on Windows.
$folder = Join-Path $env:ProgramFiles 'S7OpcBridge check'
Expand-Archive -Path $Archive -DestinationPath $folder
$here = (Get-ChildItem $folder -Directory).FullName
$program = Join-Path $here 's7opcbridge.exe'
$map = Join-Path $files 'config\bridge.yaml'
$installed = $false
try {
    & $program --version
    New-Item -ItemType Directory (Split-Path $map) | Out-Null
    Copy-Item (Join-Path $here 'config\bridge.yaml') $map
    & $program validate $map
    & $program service install $map --name $name
    $installed = $true
    Start-Service $name
    Wait-For 'the service runs' { (Get-Service $name).Status -eq 'Running' }
    Wait-For 'it says that it is alive' {
        $PSNativeCommandUseErrorActionPreference = $false
        & $program health $map 2>&1 | Out-Null
        $LASTEXITCODE -eq 0
    }
    & $program service status --name $name

    # Hello and Acknowledge of opc.tcp (OPC 10000-6, 7.1.2): the server speaks the protocol, not only listens.
    $url = [Text.Encoding]::UTF8.GetBytes('opc.tcp://localhost:4840')
    $hello = [IO.MemoryStream]::new()
    $writer = [IO.BinaryWriter]::new($hello)
    $writer.Write([Text.Encoding]::ASCII.GetBytes('HELF'))
    foreach ($number in (32 + $url.Length), 0, 65536, 65536, 0, 0, $url.Length) { $writer.Write([int] $number) }
    $writer.Write($url)
    $client = [Net.Sockets.TcpClient]::new('localhost', 4840)
    try {
        $client.ReceiveTimeout = 60000
        $stream = $client.GetStream()
        $stream.Write($hello.ToArray(), 0, [int] $hello.Length)
        $answer = [byte[]]::new(4)
        $stream.ReadExactly($answer, 0, 4)
        $kind = [Text.Encoding]::ASCII.GetString($answer)
        if ($kind -ne 'ACKF') { throw "the answer to a Hello is '$kind'" }
        'ok: a client is answered'
    }
    finally { $client.Dispose() }

    Stop-Service $name
    Wait-For 'the service stopped' { (Get-Service $name).Status -eq 'Stopped' }
    $code = (Get-CimInstance Win32_Service -Filter "Name='$name'").ExitCode
    if ($code -ne 0) { throw "the service ended with $code" }
    & $program service remove --name $name
    $installed = $false
    Wait-For 'the service is gone' { -not (Get-Service $name -ErrorAction SilentlyContinue) }
    if (-not (Test-Path $map)) { throw 'the map is gone, too' }
}
catch {
    Get-WinEvent -FilterHashtable @{ LogName = 'Application'; StartTime = (Get-Date).AddMinutes(-10) } -ErrorAction SilentlyContinue |
        Where-Object ProviderName -In $name, '.NET Runtime' | Format-List TimeCreated, ProviderName, Message | Out-Host
    throw
}
finally {
    $PSNativeCommandUseErrorActionPreference = $false
    if ($installed) { & $program service remove --name $name }
    Remove-Item $files, $folder -Recurse -Force -ErrorAction SilentlyContinue
}
