using System.Net.Sockets;
using S7OpcBridge.Simulator.Faults;
using S7OpcBridge.Simulator.Plus.Serving;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Listening;

/// <summary>A connection to a PLC that supports both protocols: the TSAP in its first frame, which must arrive in one TCP segment, selects one.</summary>
internal sealed class ProtocolSelectingLink(Socket socket, PlcSharedParts works, SoftPlus plus) : IPlcLink
{
    private const int LongestFirstFrame = 256;

    private readonly Lock _gate = new();
    private IPlcLink? _inner;
    private LinkEnd _end;

    /// <inheritdoc/>
    public async Task RunAsync()
    {
        var wantsPlus = await WantsPlusAsync();
        IPlcLink inner = wantsPlus ? new SoftPlusLink(socket, works, plus) : new SoftPlcLink(socket, works);
        lock (_gate)
        {
            _inner = inner;
            inner.End(_end);
        }

        await inner.RunAsync();
        works.Links.Remove(inner);
    }

    /// <inheritdoc/>
    public void End(LinkEnd end)
    {
        lock (_gate)
        {
            _end = end == LinkEnd.None ? _end : end;
            if (_inner is not null)
                _inner.End(end);
            else if (end is LinkEnd.Close or LinkEnd.Reset)
                Close(end);
        }
    }

    private void Close(LinkEnd end)
    {
        try
        {
            if (end == LinkEnd.Reset)
                socket.LingerState = new LingerOption(true, 0);
            socket.Dispose();
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            // It has ended already.
        }
    }

    private async Task<bool> WantsPlusAsync()
    {
        var first = new byte[LongestFirstFrame];
        try
        {
            var length = await socket.ReceiveAsync(first, SocketFlags.Peek);
            return first.AsSpan(0, length).IndexOf("SIMATIC-ROOT-"u8) >= 0;
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            return false;
        }
    }
}
