namespace S7OpcBridge;

/// <summary>
/// The connections of browsers and probes. There are so many places of all addresses together, and so many of one address; when they are taken the connection gives way that has been
/// without a request for the longest. So any number of strangers who say nothing keep nobody out. Any thread.
/// </summary>
/// <param name="most">Places.</param>
/// <param name="mostPerListener">Places of one address.</param>
internal sealed class WebConnections(int most, int mostPerListener)
{
    private readonly Lock _gate = new();
    private readonly List<WebConnection> _places = new(most);
    private long _order;

    /// <summary>Takes a place; null: all are taken by connections whose requests are being answered.</summary>
    /// <param name="listener">The address.</param>
    /// <param name="abort">Ends the connection when it has to give way.</param>
    public WebConnection? TryTake(WebListener listener, Action abort)
    {
        WebConnection? gone = null;
        var connection = new WebConnection(this, listener, abort);
        lock (_gate)
        {
            var isDoorFull = _places.Count(place => place.Listener == listener) >= mostPerListener;
            if (isDoorFull || _places.Count >= most)
            {
                gone = _places.Where(place => place.Requests == 0 && (!isDoorFull || place.Listener == listener)).MinBy(static place => place.IdleSince);
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
}

/// <summary>A connection that has a place.</summary>
/// <param name="places">Where.</param>
/// <param name="listener">The address by which it came.</param>
/// <param name="abort">Ends it.</param>
internal sealed class WebConnection(WebConnections places, WebListener listener, Action abort) : IDisposable
{
    /// <summary>The address by which it came.</summary>
    public WebListener Listener => listener;

    /// <summary>Requests that are being answered; of <see cref="WebConnections"/>.</summary>
    public int Requests { get; set; }

    /// <summary>The smaller, the longer it has been without one; of <see cref="WebConnections"/>.</summary>
    public long IdleSince { get; set; }

    /// <summary>Ends it.</summary>
    public void Abort() => abort();

    /// <summary>A request begins.</summary>
    public void BeginRequest() => places.Count(this, 1);

    /// <summary>It is answered.</summary>
    public void EndRequest() => places.Count(this, -1);

    /// <summary>Gives the place back.</summary>
    public void Dispose() => places.GiveBack(this);
}
