using System.Net;
using System.Net.Sockets;
using S7OpcBridge.IsoOnTcp.Loop;

namespace S7OpcBridge.Simulation.Loop;

/// <summary>The bridge's end of a simulated connection.</summary>
internal sealed class SimulatedSocket(SimulatedLoop loop, Action<SimulatedSocket> connect, Action<SimulatedSocket> closed)
    : LoopSocket(loop)
{
    private readonly ByteQueue _received = new();
    private SocketError? _outcome;
    private bool _hasPeerClosed,
        _isReset;

    /// <summary>The way to the PLC; null: not connected.</summary>
    public Pipe? ToPlc { get; private set; }

    public bool CanSend => _isReset || (_outcome is not null && (ToPlc is null || ToPlc.Room > 0));

    public bool CanReceive => _isReset || _hasPeerClosed || _received.Count > 0;

    public bool IsAlive => IsOpen && !_isReset;

    public override int TrySend(ReadOnlySpan<byte> bytes)
    {
        Check();
        var count = Math.Min(bytes.Length, ToPlc!.Room);
        ToPlc.Send(bytes[..count]);
        return count;
    }

    public override int TryReceive(Span<byte> buffer)
    {
        Check();
        return _received.Count > 0 ? _received.Take(buffer)
            : _hasPeerClosed ? 0
            : -1;
    }

    public override void EndSending()
    {
        Check();
        ToPlc!.End();
    }

    /// <summary>Connecting has ended.</summary>
    public void Connected(SocketError outcome, Pipe? toPlc)
    {
        (_outcome, ToPlc) = (outcome, toPlc);
        loop.LookAgain();
    }

    /// <summary>Bytes have arrived; none: the PLC has closed.</summary>
    public void Receive(byte[] bytes)
    {
        _received.Add(bytes);
        _hasPeerClosed |= bytes.Length == 0;
        loop.LookAgain();
    }

    /// <summary>The connection was reset.</summary>
    public void Reset()
    {
        _isReset = true;
        loop.LookAgain();
    }

    protected override bool TryConnect(EndPoint target)
    {
        connect(this);
        return false;
    }

    protected override void EndConnect()
    {
        ObjectDisposedException.ThrowIf(!IsOpen, this);
        if (_outcome != SocketError.Success)
            throw new SocketException((int)(_outcome ?? SocketError.TimedOut));
    }

    protected override void Close()
    {
        loop.Remove(this);
        closed(this);
    }

    private void Check()
    {
        ObjectDisposedException.ThrowIf(!IsOpen, this);
        if (_isReset)
            throw new SocketException((int)SocketError.ConnectionReset);
        if (_outcome != SocketError.Success)
            throw new SocketException((int)SocketError.NotConnected);
    }
}
