using S7OpcBridge.OpcUa.Channel.Transport;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>
/// A slot of <see cref="ChannelContext.Handshakes"/>, which a request takes to use private keys. It is released before the request waits for anything else: the
/// check of a user may take long while others guess passwords.
/// </summary>
/// <param name="turns">The slots.</param>
internal sealed class HandshakeSlot(SemaphoreSlim turns) : IDisposable
{
    private bool _taken;

    /// <summary>Waits for the slot.</summary>
    public async ValueTask TakeAsync(CancellationToken cancellationToken)
    {
        await turns.WaitAsync(cancellationToken).ConfigureAwait(false);
        _taken = true;
    }

    /// <summary>Releases the slot, if it was taken and is not released.</summary>
    public void Dispose()
    {
        if (!_taken)
            return;
        _taken = false;
        turns.Release();
    }
}
