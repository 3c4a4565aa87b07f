using System.Net;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Transport;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>
/// A slot of <see cref="ChannelContext.Handshakes"/>, which a request takes to use private keys. It is released before the request waits for anything else: the
/// check of a user may take long while others guess passwords.
/// </summary>
/// <param name="turns">The slots.</param>
internal sealed class HandshakeSlot(FairTurns turns) : IDisposable
{
    private bool _taken;

    /// <summary>Waits for the slot.</summary>
    /// <param name="user">The user whose password is to be decrypted; empty: none.</param>
    /// <param name="remote">Where the request came from.</param>
    public async ValueTask TakeAsync(string user, EndPoint? remote, CancellationToken cancellationToken)
    {
        await turns.TakeAsync(user, ClientNetwork.From(remote), cancellationToken).ConfigureAwait(false);
        _taken = true;
    }

    /// <summary>Releases the slot, if it was taken and is not released.</summary>
    public void Dispose()
    {
        if (!_taken)
            return;
        _taken = false;
        turns.End();
    }
}
