using System.Diagnostics;

namespace S7OpcBridge.Benchmarks;

/// <summary>A program that takes part in a measurement: a soft PLC in a process of its own, a rival's client.</summary>
internal sealed class PeerProgram : IAsyncDisposable
{
    private readonly Process _process;

    private PeerProgram(Process process) => _process = process;

    public static PeerProgram Start(string file, IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo(file, arguments) { RedirectStandardOutput = true, RedirectStandardInput = true, RedirectStandardError = true };
        var process = Process.Start(start)!;
        process.ErrorDataReceived += static (_, _) => { };
        process.BeginErrorReadLine();
        return new PeerProgram(process);
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
        throw new InvalidOperationException($"{_process.StartInfo.FileName} {string.Join(' ', _process.StartInfo.ArgumentList)} ended without a line '{beginning}…'.");
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
}
