using System.Security.Cryptography;
using S7OpcBridge.OpcUa.Channel.Transport;

namespace S7OpcBridge.OpcUa.Server;

/// <summary>Checks the clients of open channels again, whose certificates may be trusted no longer.</summary>
internal sealed class ClientRecheck(ChannelOpening opening, ConnectionTable connections)
{
    /// <summary>Ends the channels whose client is refused now.</summary>
    public void Run()
    {
        foreach (var connection in connections.All)
        {
            if (connection.Channel is not { Peer: { } peer } channel)
                continue;
            try
            {
                opening.Check(peer, channel.Policy);
            }
            catch (UaException e)
            {
                connection.Abort(e.Message);
            }
            catch (CryptographicException)
            {
                // The channel has just ended, and its certificate is disposed of.
            }
        }
    }
}
