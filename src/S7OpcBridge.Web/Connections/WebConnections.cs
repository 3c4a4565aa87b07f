using System.Net;

namespace S7OpcBridge.Web.Connections;

/// <summary>
/// The connections of browsers and probes. Their number is limited in total and per endpoint; at the limit a new connection replaces one of the address with
/// the most, or else the one that has been idle for the longest of an address with no fewer than its own, so that a flood locks nobody out. Any thread.
/// </summary>
/// <param name="most">Limit in total.</param>
/// <param name="mostPerEndpoint">Limit per endpoint.</param>
internal sealed class WebConnections(int most, int mostPerEndpoint)
{
    private readonly Lock _gate = new();
    private readonly List<WebConnection> _places = new(most);
    private long _order;

    /// <summary>Takes a place; null: all are taken by connections whose requests are being answered.</summary>
    /// <param name="endpoint">The endpoint that accepted the connection.</param>
    /// <param name="network">The network of the client.</param>
    /// <param name="abort">Closes the connection.</param>
    public WebConnection? TryTake(WebEndpoint endpoint, IPAddress network, Action abort)
    {
        WebConnection? gone = null;
        var connection = new WebConnection(this, endpoint, network, abort);
        lock (_gate)
        {
            var isEndpointFull = _places.Count(place => place.Endpoint == endpoint) >= mostPerEndpoint;
            if (isEndpointFull || _places.Count >= most)
            {
                gone = Dispensable([.. _places.Where(place => !isEndpointFull || place.Endpoint == endpoint)], network);
                if (gone is null)
                    return null;
                _places.Remove(gone);
            }

            connection.IdleSince = ++_order;
            _places.Add(connection);
        }

        gone?.Abort();
        return connection;
    }

    /// <summary>Called when a connection has ended.</summary>
    public void GiveBack(WebConnection connection)
    {
        lock (_gate)
            _places.Remove(connection);
    }

    /// <summary>Called when a request of a connection begins (1) or was answered (-1).</summary>
    public void Count(WebConnection connection, int change)
    {
        lock (_gate)
        {
            connection.Requests += change;
            connection.IdleSince = ++_order;
        }
    }

    private static WebConnection? Dispensable(IReadOnlyList<WebConnection> places, IPAddress newcomer)
    {
        var held = places.CountBy(static place => place.Network).ToDictionary();
        var (largest, count) = held.MaxBy(static each => each.Value);
        var own = held.GetValueOrDefault(newcomer);
        // A connection is closed during a request only where its address has at least two places more than the newcomer's.
        return count > own + 1
            ? places.Where(place => place.Network.Equals(largest)).MinBy(static place => (place.Requests, place.IdleSince))
            // Of an address with fewer none is closed: its last answer may still be on its way.
            : places.Where(place => place.Requests == 0 && held[place.Network] >= own).MinBy(static place => place.IdleSince);
    }
}
