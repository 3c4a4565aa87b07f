using System.CommandLine;
using System.Net;
using Microsoft.Extensions.Hosting;
using S7OpcBridge.Simulator;
using S7OpcBridge.Words;

namespace S7OpcBridge.Hosting;

/// <summary>Plays the PLCs of a wire log back, and names requests that are not in it.</summary>
internal sealed class PlaybackHost(string path, int firstPort, TextWriter output) : IHostedService
{
    private readonly TextWriter _output = TextWriter.Synchronized(output);
    private readonly List<RecordedPlc> _plcs = [];

    /// <summary>Plays until the program is stopped; returns the exit code.</summary>
    public static Task<int> RunAsync(string path, int firstPort, InvocationConfiguration console, CancellationToken cancellationToken) =>
        ConsoleHost.RunAsync(_ => new PlaybackHost(path, firstPort, console.Output), console.Error, cancellationToken);

    public async Task StartAsync(CancellationToken cancellationToken)
    {
        try
        {
            foreach (var recording in await WireRecording.ReadAsync(path, Tell, cancellationToken))
            {
                var plc = new RecordedPlc(recording, Tell, TimeProvider.System);
                _plcs.Add(plc);
                plc.Start(IPAddress.Loopback, firstPort + _plcs.Count - 1);
                Tell($"{plc.Name}: {plc.Endpoint}");
                if (plc.Thumbprint is { } thumbprint)
                    Tell($"  S7CommPlus by symbol, certificate {thumbprint}, every password is right");
            }
        }
        catch
        {
            await StopAsync(cancellationToken);
            throw;
        }

        Tell("The recording is played to each client from its beginning; stop with Ctrl+C.");
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        foreach (var plc in _plcs)
        {
            if (plc.Missing > 0)
                Tell($"{plc.Name}: {plc.Missing} requests were not recorded.");
            await plc.DisposeAsync();
        }
        _plcs.Clear();
    }

    // A log comes from elsewhere: nothing in it may control the terminal.
    private void Tell(string sentence)
    {
        _output.WriteLine(Printable.From(sentence));
        _output.Flush();
    }
}
