namespace S7OpcBridge.S7;

/// <summary>Holds back sends until it is disposed; see <see cref="S7Connection.Hold"/>. Stays on its thread: it cannot live across an await.</summary>
public readonly struct SendHold : IDisposable
{
    private readonly S7Connection _connection;
    private readonly S7Connection? _heldBefore;

    internal SendHold(S7Connection connection, S7Connection? heldBefore)
    {
        _connection = connection;
        _heldBefore = heldBefore;
    }

    /// <summary>Sends what was held back.</summary>
    public void Dispose() => _connection.Release(_heldBefore);
}
