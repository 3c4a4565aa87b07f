namespace S7OpcBridge;

/// <summary>
/// Limits the connections of browsers and probes, in total and per listener. When a limit is reached, the connection that has been idle for the longest is
/// closed, so that idle connections cannot keep others out. Thread-safe.
/// </summary>
/// <param name="most">Limit of all connections.</param>
/// <param name="mostPerListener">Limit per listener.</param>
internal sealed class WebConnections(int most, int mostPerListener)
{
    private readonly Lock _gate = new();
    private readonly List<WebConnection> _places = new(most);
    private long _order;

    /// <summary>Adds a connection; null: all connections are busy with requests.</summary>
    /// <param name="listener">The listener that accepted it.</param>
    /// <param name="abort">Closes the connection when it has to give way.</param>
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

    /// <summary>Called when a connection has ended.</summary>
    public void GiveBack(WebConnection connection)
    {
        lock (_gate)
            _places.Remove(connection);
    }

    /// <summary>Counts a request of a connection that begins (1) or is answered (-1).</summary>
    public void Count(WebConnection connection, int change)
    {
        lock (_gate)
        {
            connection.Requests += change;
            connection.IdleSince = ++_order;
        }
    }
}

/// <summary>A counted connection.</summary>
/// <param name="places">The connections it belongs to.</param>
/// <param name="listener">The listener that accepted it.</param>
/// <param name="abort">Closes it.</param>
internal sealed class WebConnection(WebConnections places, WebListener listener, Action abort) : IDisposable
{
    /// <summary>The listener that accepted it.</summary>
    public WebListener Listener => listener;

    /// <summary>Number of requests being answered; used by <see cref="WebConnections"/>.</summary>
    public int Requests { get; set; }

    /// <summary>Order of idleness, smallest for the longest idle one; used by <see cref="WebConnections"/>.</summary>
    public long IdleSince { get; set; }

    /// <summary>Closes it.</summary>
    public void Abort() => abort();

    /// <summary>Called when a request begins.</summary>
    public void BeginRequest() => places.Count(this, 1);

    /// <summary>Called when a request is answered.</summary>
    public void EndRequest() => places.Count(this, -1);

    /// <summary>Removes the connection from the count.</summary>
    public void Dispose() => places.GiveBack(this);
}
