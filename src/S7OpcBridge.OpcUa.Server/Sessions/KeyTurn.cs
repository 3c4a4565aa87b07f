using System.Net;
using S7OpcBridge.OpcUa.Channel;
using S7OpcBridge.OpcUa.Channel.Transport;

namespace S7OpcBridge.OpcUa.Server.Sessions;

/// <summary>
/// A request's turn to use private keys, see <see cref="ChannelContext.Handshakes"/>. It ends before anything is waited for: who may log in is decided elsewhere, and may take long while
/// strangers guess.
/// </summary>
/// <param name="turns">Who has one.</param>
internal sealed class KeyTurn(FairTurns turns) : IDisposable
{
    private bool _taken;

    /// <summary>Waits for it.</summary>
    /// <param name="user">Whose password is to be decrypted; empty: nobody's.</param>
    /// <param name="remote">Where the request came from.</param>
    /// <param name="isLast">True: behind all others.</param>
    /// <param name="cancellationToken">Ends the wait.</param>
    public async ValueTask TakeAsync(string user, EndPoint? remote, bool isLast, CancellationToken cancellationToken)
    {
        await turns.TakeAsync(user, ClientNetwork.Of(remote), isLast, cancellationToken).ConfigureAwait(false);
        _taken = true;
    }

    /// <summary>Ends it, if it was taken and has not ended.</summary>
    public void Dispose()
    {
        if (!_taken)
            return;
        _taken = false;
        turns.End();
    }
}
