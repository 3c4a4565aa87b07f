using System.Diagnostics;
using System.Threading.Channels;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A program beside the tests: what it prints can be awaited line by line, and it ends with the test whatever happens.</summary>
internal sealed class ChildProgram : IAsyncDisposable
{
    private readonly Process _process;
    private readonly Channel<string> _lines = Channel.CreateUnbounded<string>();
    private readonly List<string> _all = [];

    private ChildProgram(Process process) => _process = process;

    public static ChildProgram Start(string file, string folder, params string[] arguments)
    {
        var start = new ProcessStartInfo(file, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        var program = new ChildProgram(new Process { StartInfo = start, EnableRaisingEvents = true });
        program._process.OutputDataReceived += (_, e) => program.Take(e.Data);
        program._process.ErrorDataReceived += (_, e) => program.Take(e.Data);
        program._process.Start();
        program._process.BeginOutputReadLine();
        program._process.BeginErrorReadLine();
        return program;
    }

    /// <summary>Everything printed so far, for a failing test's message.</summary>
    public string Output
    {
        get
        {
            lock (_all)
                return string.Join('\n', _all);
        }
    }

    /// <summary>What it printed from a line on, the first being 0.</summary>
    public string[] LinesFrom(int first)
    {
        lock (_all)
            return [.. _all.Skip(first)];
    }

    public int ExitCode => _process.ExitCode;

    public bool HasExited => _process.HasExited;

    public int Id => _process.Id;

    /// <summary>Memory that it really holds, in bytes.</summary>
    public long ResidentBytes
    {
        get
        {
            _process.Refresh();
            return _process.WorkingSet64;
        }
    }

    public async Task<string> LineAsync(Func<string, bool> wanted, CancellationToken cancellationToken)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        deadline.CancelAfter(TimeSpan.FromSeconds(60));
        try
        {
            await foreach (var line in _lines.Reader.ReadAllAsync(deadline.Token))
            {
                if (wanted(line))
                    return line;
            }
        }
        catch (OperationCanceledException) when (!cancellationToken.IsCancellationRequested) { }
        throw new InvalidOperationException(
            $"{_process.StartInfo.FileName} never printed the line that was waited for. It printed:\n{Output}"
        );
    }

    public Task SendLineAsync(string line) => _process.StandardInput.WriteLineAsync(line);

    public void CloseInput() => _process.StandardInput.Close();

    /// <summary>Asks the program to end, as a container engine does.</summary>
    public Task TerminateAsync() => SignalAsync("TERM");

    /// <summary>Sends SIGHUP, as who changed the configuration does.</summary>
    public Task HangUpAsync() => SignalAsync("HUP");

    /// <summary>Sends any signal.</summary>
    public async Task SignalAsync(string name)
    {
        using var kill = Process.Start("kill", [$"-{name}", $"{_process.Id}"]);
        await kill.WaitForExitAsync();
    }

    public async Task<int> ExitAsync(TimeSpan within, CancellationToken cancellationToken)
    {
        using var deadline = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        deadline.CancelAfter(within);
        await _process.WaitForExitAsync(deadline.Token);
        return _process.ExitCode;
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

    private void Take(string? line)
    {
        if (line is null)
            return;
        lock (_all)
            _all.Add(line);
        _lines.Writer.TryWrite(line);
    }
}
