using System.Runtime.InteropServices;

namespace S7OpcBridge.Startup;

/// <summary>Ctrl+C and SIGTERM as a cancellation token, for commands without a host, so that they can close their connections.</summary>
internal sealed class StopSignals : IDisposable
{
    private readonly CancellationTokenSource _stop;
    private readonly PosixSignalRegistration[] _signals;

    private StopSignals(CancellationTokenSource stop)
    {
        _stop = stop;
        _signals = [PosixSignalRegistration.Create(PosixSignal.SIGINT, End), PosixSignalRegistration.Create(PosixSignal.SIGTERM, End)];
    }

    public CancellationToken Token => _stop.Token;

    /// <param name="cancellationToken">Cancels it, too.</param>
    public static StopSignals Listen(CancellationToken cancellationToken) =>
        new(CancellationTokenSource.CreateLinkedTokenSource(cancellationToken));

    public void Dispose()
    {
        foreach (var signal in _signals)
            signal.Dispose();
        _stop.Dispose();
    }

    private void End(PosixSignalContext context)
    {
        context.Cancel = true;
        _stop.Cancel();
    }
}
