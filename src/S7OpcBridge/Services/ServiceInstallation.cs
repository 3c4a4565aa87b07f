using System.ComponentModel;
using System.Diagnostics;
using S7OpcBridge.Map;
using S7OpcBridge.Output;

namespace S7OpcBridge.Services;

/// <summary>Installs, removes and shows the service of a map on this machine.</summary>
/// <param name="places">Places on this machine.</param>
/// <param name="output">Receives results.</param>
/// <param name="error">Receives what went wrong.</param>
internal sealed class ServiceInstallation(ServicePlaces places, TextWriter output, TextWriter error)
{
    /// <summary>The words that start this program.</summary>
    private static IReadOnlyList<string> Program =>
        Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet"
            ? [Environment.ProcessPath!, Path.Combine(AppContext.BaseDirectory, "s7opcbridge.dll")]
            : [Environment.ProcessPath!];

    /// <summary>Installs the service of a bridge; it is not started.</summary>
    public async Task<int> InstallAsync(string name, string map, CancellationToken cancellationToken)
    {
        map = Path.GetFullPath(map);
        if (FaultOfMap(map) is { } fault)
            return Fail(fault);
        var code = await InstallAsync(name, [.. Program, "run", map], () => SystemdUnit.ForBridge(name, Program, map), cancellationToken);
        if (code == ExitCode.Ok && !places.IsWindows)
            output.WriteLine(
                $"Certificate stores, users, history and states of alarms that the map gives no full path of are kept in {places.StateOf(name)}."
            );
        return code;
    }

    /// <summary>Installs the service of a witness; it is not started.</summary>
    public async Task<int> InstallAsync(string name, WitnessService witness, CancellationToken cancellationToken)
    {
        if (witness.Secret is { } given && !File.Exists(given))
            return Fail($"there is no file {given} with the secret; leave --secret out to have one made");
        var store = places.Join(places.StateOf(name), "witness.json");
        var code = await InstallAsync(
            name,
            [.. Program, .. witness.Words(store, witness.Secret)],
            () => SystemdUnit.ForWitness(name, Program, witness),
            cancellationToken
        );
        if (code == ExitCode.Ok && witness.Secret is null)
            output.WriteLine(
                $"At its first start it makes {store}.secret: copy it to the nodes, as the file that 'cluster: secret' in their maps names."
            );
        return code;
    }

    private async Task<int> InstallAsync(
        string name,
        IReadOnlyList<string> command,
        Func<string> unitText,
        CancellationToken cancellationToken
    )
    {
        if (places.IsWindows)
        {
            Directory.CreateDirectory(places.StateOf(name));
            foreach (var folder in places.SocketFolders)
                Directory.CreateDirectory(folder);
            foreach (var step in WindowsService.Install(places, name, command))
            {
                if (await RunAsync(step, cancellationToken) != 0)
                    return Fail(
                        $"'{step.Program} {step.Arguments[0]}' failed; run this as administrator, and remove a service of that name first"
                    );
            }
            if (OperatingSystem.IsWindows() && !EventLog.SourceExists(name))
                EventLog.CreateEventSource(name, "Application");
            output.WriteLine($"The service {name} is installed. Start it: sc.exe start {name}");
            return ExitCode.Ok;
        }
        var unit = ServicePlaces.UnitOf(name);
        if (File.Exists(unit) && !IsOurs(unit))
            return Fail($"{unit} was not written by this command; remove it first, or give another name with --name");
        AtomicFile.Write(unit, unitText(), AtomicFile.Open);
        await RunAsync(new SystemCommand("systemctl", "daemon-reload"), cancellationToken);
        output.WriteLine($"{unit} is written. Start it: systemctl enable --now {name}");
        return ExitCode.Ok;
    }

    /// <summary>Stops and removes the service; map, stores and users stay.</summary>
    public async Task<int> RemoveAsync(string name, CancellationToken cancellationToken)
    {
        if (places.IsWindows)
        {
            var codes = new List<int>();
            foreach (var command in WindowsService.Remove(name))
                codes.Add(await RunAsync(command, cancellationToken));
            return codes[^1] == 0 ? ExitCode.Ok : Fail($"there is no service {name}, or you are no administrator");
        }
        var unit = ServicePlaces.UnitOf(name);
        if (!File.Exists(unit))
            return Fail($"there is no {unit}; 'service install' would write it. A package's service is removed with the package");
        if (!IsOurs(unit))
            return Fail($"{unit} was not written by 'service install'; remove it where it came from");
        await RunAsync(new SystemCommand("systemctl", "disable", "--now", $"{name}.service"), cancellationToken);
        File.Delete(unit);
        await RunAsync(new SystemCommand("systemctl", "daemon-reload"), cancellationToken);
        output.WriteLine($"{unit} is removed. {places.StateOf(name)} and the map stay.");
        return ExitCode.Ok;
    }

    /// <summary>Shows what the system says of the service.</summary>
    public Task<int> StatusAsync(string name, CancellationToken cancellationToken) =>
        RunAsync(
            places.IsWindows ? WindowsService.Status(name) : new SystemCommand("systemctl", "status", "--no-pager", $"{name}.service"),
            cancellationToken
        );

    private string? FaultOfMap(string map)
    {
        if (!File.Exists(map))
            return $"there is no map {map}; write it first, or name another";
        if (places.IsWindows)
            return null;
        if (
            map.StartsWith("/home/", StringComparison.Ordinal)
            || map.StartsWith("/root/", StringComparison.Ordinal)
            || map.StartsWith("/tmp/", StringComparison.Ordinal)
        )
            return $"a service sees no home folders and no /tmp; put the map into {Path.GetDirectoryName(places.Map)}";
        return null;
    }

    private static bool IsOurs(string unit) =>
        UserFile.ReadText(unit, UserFile.MaxSmall).StartsWith(SystemdUnit.Mark, StringComparison.Ordinal);

    private async Task<int> RunAsync(SystemCommand command, CancellationToken cancellationToken)
    {
        try
        {
            var start = new ProcessStartInfo(command.Program, command.Arguments)
            {
                RedirectStandardOutput = true,
                RedirectStandardError = true,
            };
            using var process = Process.Start(start)!;
            var said = process.StandardOutput.ReadToEndAsync(cancellationToken);
            var complained = await process.StandardError.ReadToEndAsync(cancellationToken);
            await output.WriteAsync(await said);
            await error.WriteAsync(complained);
            await process.WaitForExitAsync(cancellationToken);
            return process.ExitCode == 0 ? ExitCode.Ok : ExitCode.Failed;
        }
        catch (Win32Exception)
        {
            return Fail($"there is no {command.Program} here; this machine has no such service manager");
        }
    }

    private int Fail(string sentence)
    {
        error.WriteLine($"s7opcbridge: {sentence}.");
        return ExitCode.Failed;
    }
}
