namespace S7OpcBridge.S7;

/// <summary>Delays sends until it is disposed; see <see cref="S7Connection.Hold"/>. Must stay on its thread, so it cannot be used across an await.</summary>
public readonly struct SendHold : IDisposable
{
    private readonly S7Connection _connection;
    private readonly S7Connection? _heldBefore;

    internal SendHold(S7Connection connection, S7Connection? heldBefore)
    {
        _connection = connection;
        _heldBefore = heldBefore;
    }

    /// <summary>Sends what was delayed.</summary>
    public void Dispose() => _connection.Release(_heldBefore);
}
