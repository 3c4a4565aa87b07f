using S7OpcBridge.OpcUa.Channel.Transport;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>
/// A request's turn to use private keys, see <see cref="ChannelContext.Handshakes"/>. It ends before anything is waited for: who may log in is decided elsewhere, and may take long while
/// strangers guess.
/// </summary>
/// <param name="turns">Who has one.</param>
internal sealed class KeyTurn(SemaphoreSlim turns) : IDisposable
{
    private bool _taken;

    /// <summary>Waits for it.</summary>
    public async ValueTask TakeAsync(CancellationToken cancellationToken)
    {
        await turns.WaitAsync(cancellationToken).ConfigureAwait(false);
        _taken = true;
    }

    /// <summary>Ends it, if it was taken and has not ended.</summary>
    public void Dispose()
    {
        if (!_taken)
            return;
        _taken = false;
        turns.Release();
    }
}
