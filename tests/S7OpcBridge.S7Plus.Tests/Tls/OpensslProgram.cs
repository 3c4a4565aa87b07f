using System.Diagnostics;
using System.Text;
using System.Threading.Channels;

namespace S7OpcBridge.S7Plus.Tests.Tls;

/// <summary>The openssl program, which judges our TLS. Ends with the test.</summary>
internal sealed class OpensslProgram : IAsyncDisposable
{
    private readonly Process _process;
    private readonly Channel<string> _lines = Channel.CreateUnbounded<string>();
    private readonly StringBuilder _all = new();

    private OpensslProgram(Process process) => _process = process;

    /// <summary>What it has said so far.</summary>
    public string Said
    {
        get
        {
            lock (_all)
                return _all.ToString();
        }
    }

    /// <summary>Skips the test where there is no openssl.</summary>
    public static void Need()
    {
        try
        {
            using var process = Process.Start(new ProcessStartInfo("openssl", "version") { RedirectStandardOutput = true })!;
            process.WaitForExit();
        }
        catch (System.ComponentModel.Win32Exception)
        {
            Assert.Ignore("openssl is not installed here: TLS is not judged by it.");
        }
    }

    public static OpensslProgram Start(params string[] arguments)
    {
        var start = new ProcessStartInfo("openssl", arguments)
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        var program = new OpensslProgram(Process.Start(start)!);
        program._process.OutputDataReceived += (_, e) => program.Hear(e.Data);
        program._process.ErrorDataReceived += (_, e) => program.Hear(e.Data);
        program._process.BeginOutputReadLine();
        program._process.BeginErrorReadLine();
        return program;
    }

    public static async Task RunAsync(params string[] arguments)
    {
        using var process = Process.Start(
            new ProcessStartInfo("openssl", arguments) { RedirectStandardOutput = true, RedirectStandardError = true }
        )!;
        var errors = await process.StandardError.ReadToEndAsync();
        await process.WaitForExitAsync();
        Assert.That(process.ExitCode, Is.Zero, errors);
    }

    /// <summary>Types a line.</summary>
    public async Task SayAsync(string line)
    {
        await _process.StandardInput.WriteAsync(line + "\n");
        await _process.StandardInput.FlushAsync();
    }

    /// <summary>Waits for a line that contains a text.</summary>
    public async Task<string> HearAsync(string text, CancellationToken cancellationToken)
    {
        try
        {
            await foreach (var line in _lines.Reader.ReadAllAsync(cancellationToken))
            {
                if (line.Contains(text, StringComparison.Ordinal))
                    return line;
            }
        }
        catch (OperationCanceledException)
        {
            // Told below.
        }

        throw new AssertionException($"openssl never said '{text}'. It said: {Said}");
    }

    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited)
            _process.Kill();
        await _process.WaitForExitAsync();
        _process.Dispose();
    }

    private void Hear(string? line)
    {
        if (line is null)
            return;
        lock (_all)
            _all.AppendLine(line);
        _lines.Writer.TryWrite(line);
    }
}
