using S7OpcBridge.IsoOnTcp.Wire;
using S7OpcBridge.S7;
using S7OpcBridge.Simulation.Loop;
using S7OpcBridge.Simulator.Services;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulation.Plc;

/// <summary>The PLC's end of a connection: frames, the CPU that takes its time for each job, answers.</summary>
internal sealed class PlcEnd(SimulatedLoop loop, Random random, SimulatedPlc plc, Pipe toBridge, Action reset)
{
    private readonly InboundFrames _inbound = new();
    private readonly S7LinkState _state = new();
    private readonly byte[] _answer = new byte[1024];
    private long _busyUntil;

    /// <summary>False: the PLC knows nothing of this connection.</summary>
    public bool IsAlive { get; set; } = true;

    /// <summary>Takes what has arrived; nothing: the bridge has closed.</summary>
    public void Receive(byte[] bytes)
    {
        if (!IsAlive)
        {
            reset();
            return;
        }
        if (bytes.Length == 0)
        {
            Close();
            return;
        }
        try
        {
            bytes.CopyTo(_inbound.Room);
            _inbound.Received(bytes.Length);
            while (IsAlive && _inbound.TryTake(out var type, out var content))
                Take(type, content);
        }
        catch (Exception e) when (e is IsoProtocolException or S7ProtocolException)
        {
            Reset();
        }
    }

    /// <summary>Closes the connection as a PLC does.</summary>
    public void Close()
    {
        IsAlive = false;
        toBridge.End();
    }

    private void Reset()
    {
        IsAlive = false;
        reset();
    }

    private void Take(CotpType type, ReadOnlySpan<byte> content)
    {
        switch (type)
        {
            case CotpType.ConnectRequest when !_state.IsConnected:
                var request = CotpConnect.Read(content);
                var size = CotpHandshake.AgreeOnSize(request, plc.Behavior);
                (_state.IsConnected, _state.TpduSize) = (true, 1 << size);
                toBridge.Send(CotpHandshake.Confirm(request, size, oddity: null));
                break;
            case CotpType.Data when _state.IsConnected:
                var pdu = content.ToArray();
                var (shortest, longest) = plc.Faults.Work;
                _busyUntil = Math.Max(_busyUntil, loop.Now) + random.NextInt64(shortest, longest + 1);
                loop.At(_busyUntil, () => Serve(pdu));
                break;
            default:
                Close();
                break;
        }
    }

    private void Serve(byte[] pdu)
    {
        var faults = plc.Faults;
        if (!IsAlive)
            return;
        if (faults.LostJobs > 0)
        {
            faults.LostJobs--;
            return;
        }
        int length;
        try
        {
            length = plc.Serve(pdu, _answer, _state);
        }
        catch (S7ProtocolException)
        {
            length = JobServer.DropLink;
        }
        if (length == JobServer.DropLink)
        {
            Reset();
            return;
        }
        if (faults.LostAnswers > 0)
        {
            faults.LostAnswers--;
            return;
        }
        var frames = FramesOf(_answer.AsSpan(0, length));
        if (faults.CutsAnswer)
        {
            faults.CutsAnswer = false;
            toBridge.Send(frames.AsSpan(0, frames.Length / 2));
            Close();
            return;
        }
        if (faults.LateAnswers > 0 && random.Next(faults.LateAnswers) == 0)
            loop.After(TimeSpan.FromMilliseconds(random.Next(5, 800)), () => Send(frames));
        else
            Send(frames);
    }

    private void Send(byte[] frames)
    {
        if (IsAlive)
            toBridge.Send(frames);
    }

    private byte[] FramesOf(ReadOnlySpan<byte> pdu)
    {
        if (pdu.IsEmpty)
            return [];
        var piece = Math.Min(_state.TpduSize - Cotp.DataHeaderLength, plc.Faults.LongestPayload);
        var frames = new byte[pdu.Length + Cotp.FrameOverhead * (1 + pdu.Length / piece)];
        return frames[..OutboundFrames.Cut(pdu, piece, frames)];
    }
}
