using System.Net;

namespace S7OpcBridge;

/// <summary>
/// The connections of browsers and probes. There are so many places of all endpoints together, and so many of one endpoint; when they are taken, a connection
/// gives way of the address that has the most, or else the one that has been without a request for the longest. So strangers keep nobody out. Any thread.
/// </summary>
/// <param name="most">Places.</param>
/// <param name="mostPerEndpoint">Places of one endpoint.</param>
internal sealed class WebConnections(int most, int mostPerEndpoint)
{
    private readonly Lock _gate = new();
    private readonly List<WebConnection> _places = new(most);
    private long _order;

    /// <summary>Takes a place; null: all are taken by connections whose requests are being answered.</summary>
    /// <param name="endpoint">Where it came in.</param>
    /// <param name="network">Where it came from.</param>
    public WebConnection? TryTake(WebEndpoint endpoint, IPAddress network)
    {
        WebConnection? gone = null;
        var connection = new WebConnection(this, endpoint, network);
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

    /// <summary>The connection has ended.</summary>
    public void GiveBack(WebConnection connection)
    {
        lock (_gate)
            _places.Remove(connection);
    }

    /// <summary>A request of it begins (1) or is answered (-1).</summary>
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
        var (largest, count) = places.CountBy(static place => place.Network).MaxBy(static each => each.Value);
        // Who has one place only, and a newcomer would have the second, does not lose it in the middle of a request.
        return count > places.Count(place => place.Network.Equals(newcomer)) + 1
            ? places.Where(place => place.Network.Equals(largest)).MinBy(static place => (place.Requests, place.IdleSince))
            : places.Where(static place => place.Requests == 0).MinBy(static place => place.IdleSince);
    }
}
