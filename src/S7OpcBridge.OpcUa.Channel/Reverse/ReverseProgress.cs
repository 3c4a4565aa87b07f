namespace S7OpcBridge.OpcUa.Channel.Reverse;

/// <summary>The state of a client that is dialled, and one event per change of it. Any thread.</summary>
internal sealed class ReverseProgress(string client, string endpointUrl, TimeProvider time, Action<UaServerEvent> report)
{
    private const string SaidWaiting = "waiting",
        SaidConnected = "connected";

    private readonly Lock _gate = new();
    private ReverseState _state = ReverseState.Dialling;
    private DateTimeOffset _since = time.GetUtcNow();
    private DateTimeOffset? _lastErrorAt;
    private string? _lastError,
        _said;
    private int _channels;
    private long _dials,
        _failures;
    private bool _wasReached;

    /// <summary>As it is now.</summary>
    public ReverseStatus Status
    {
        get
        {
            lock (_gate)
                return new ReverseStatus(client, endpointUrl, Shown, _since, _channels, _dials, _failures, _lastError, _lastErrorAt);
        }
    }

    private ReverseState Shown => _channels > 0 ? ReverseState.Connected : _state;

    /// <summary>A connection is being made.</summary>
    public void Dialling()
    {
        lock (_gate)
        {
            _dials++;
            Move(ReverseState.Dialling);
        }
    }

    /// <summary>A connection stands and waits for the client.</summary>
    public void Waiting()
    {
        lock (_gate)
        {
            Move(ReverseState.Waiting);
            // A client that lets go of each connection after a while is not reported anew each time.
            if (_channels == 0 && !_wasReached)
                Say(SaidWaiting, $"Reverse connect: {client} took the connection and may use it at any time.", isTrouble: false);
            _wasReached = true;
        }
    }

    /// <summary>The client opened a channel.</summary>
    public void Opened()
    {
        lock (_gate)
        {
            if (_channels++ == 0)
                _since = time.GetUtcNow();
            _wasReached = true;
            Say(SaidConnected, $"Reverse connect: {client} is connected.", isTrouble: false);
        }
    }

    /// <summary>A channel of the client ended.</summary>
    public void Ended()
    {
        lock (_gate)
        {
            if (--_channels > 0)
                return;
            _since = time.GetUtcNow();
            if (_said == SaidConnected)
                Say(SaidWaiting, $"Reverse connect: {client} has left; it may connect again at any time.", isTrouble: false);
        }
    }

    /// <summary>A dial failed, or a connection ended before the client had a channel.</summary>
    /// <param name="error">Why, as the end of a sentence.</param>
    /// <param name="wasReached">True: a connection had been made.</param>
    public void Failed(string error, bool wasReached)
    {
        lock (_gate)
        {
            _failures++;
            (_lastError, _lastErrorAt) = (error, time.GetUtcNow());
            Move(ReverseState.Failed);
            _wasReached = wasReached;
            if (_channels == 0)
                Say(error, $"Reverse connect to {client} failed: {error}. It is tried again, at least once a minute.", isTrouble: true);
        }
    }

    private void Move(ReverseState state)
    {
        var shown = Shown;
        _state = state;
        if (Shown != shown)
            _since = time.GetUtcNow();
    }

    private void Say(string what, string sentence, bool isTrouble)
    {
        if (_said == what)
            return;
        _said = what;
        report(new ReverseConnectChanged(null, sentence, client, isTrouble));
    }
}
