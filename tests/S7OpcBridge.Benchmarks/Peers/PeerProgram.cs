using System.Diagnostics;

namespace S7OpcBridge.Benchmarks;

/// <summary>A program that takes part in a measurement: a soft PLC in a process of its own, a rival's client.</summary>
internal sealed class PeerProgram : IAsyncDisposable
{
    private readonly Process _process;

    private PeerProgram(Process process) => _process = process;

    public static PeerProgram Start(string file, IEnumerable<string> arguments) => Start(new ProcessStartInfo(file, arguments));

    /// <summary>
    /// One of this program's own commands as a process of its own, where every method is compiled once and fully, so that no compiler runs beside what is
    /// measured. The runtime's libraries come in a lesser form, which would stay without tiered compilation: so they are compiled, too.
    /// </summary>
    public static PeerProgram StartSelf(params string[] arguments) => StartSelf(defaults: false, arguments);

    /// <summary>The same, or with the runtime's default settings, as an ordinary program runs.</summary>
    public static PeerProgram StartSelf(bool defaults, params string[] arguments)
    {
        var start = SelfWith(arguments);
        start.Environment["DOTNET_TieredCompilation"] = defaults ? "1" : "0";
        start.Environment["DOTNET_ReadyToRun"] = defaults ? "1" : "0";
        // 70 in hexadecimal: the default, which this program's own settings replace by 0.
        if (defaults)
            start.Environment["DOTNET_ThreadPool_UnfairSemaphoreSpinLimit"] = "46";
        return Start(start);
    }

    /// <summary>One of this program's own commands, with the settings that the bridge is published with (src/S7OpcBridge/S7OpcBridge.csproj).</summary>
    public static PeerProgram StartAsPublished(params string[] arguments)
    {
        var start = SelfWith(arguments);
        start.Environment["DOTNET_TieredCompilation"] = start.Environment["DOTNET_ReadyToRun"] = "1";
        start.Environment["DOTNET_TieredPGO"] = "0";
        start.Environment["DOTNET_GCConserveMemory"] = "5";
        return Start(start);
    }

    /// <summary>The process, for its CPU time.</summary>
    public int Id => _process.Id;

    public TextWriter Input => _process.StandardInput;

    /// <summary>The next line that begins so.</summary>
    public async Task<string> LineAsync(string beginning)
    {
        while (await _process.StandardOutput.ReadLineAsync() is { } line)
        {
            if (line.StartsWith(beginning, StringComparison.Ordinal))
                return line;
        }
        throw new InvalidOperationException(
            $"{_process.StartInfo.FileName} {string.Join(' ', _process.StartInfo.ArgumentList)} ended without a line '{beginning}…'."
        );
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
        {
            _process.Kill(entireProcessTree: true);
            await _process.WaitForExitAsync();
        }
        _process.Dispose();
    }

    // Started by 'dotnet x.dll' the program has to be named, started by its own host it must not be.
    private static ProcessStartInfo SelfWith(string[] arguments)
    {
        string[] self =
            Path.GetFileNameWithoutExtension(Environment.ProcessPath) == "dotnet" ? [typeof(PeerProgram).Assembly.Location] : [];
        return new ProcessStartInfo(Environment.ProcessPath!, [.. self, .. arguments]);
    }

    private static PeerProgram Start(ProcessStartInfo start)
    {
        start.RedirectStandardOutput = start.RedirectStandardInput = start.RedirectStandardError = true;
        var process = Process.Start(start)!;
        process.ErrorDataReceived += static (_, _) => { };
        process.BeginErrorReadLine();
        return new PeerProgram(process);
    }
}
