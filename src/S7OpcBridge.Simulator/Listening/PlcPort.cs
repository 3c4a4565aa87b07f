using System.Net;
using System.Net.Sockets;
using S7OpcBridge.Simulator.Faults;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Listening;

/// <summary>The network plug of a PLC: listens and makes a <see cref="PlcLink"/> of each caller, or lets it choose where the PLC speaks both protocols.</summary>
internal sealed class PlcPort(PlcSharedParts works, SoftPlus? plus)
{
    private const int Backlog = 512;

    private readonly Dictionary<IPlcLink, Task> _running = [];
    private readonly Lock _gate = new();
    private Socket? _listener;

    /// <summary>Listens. Returns where.</summary>
    /// <exception cref="SoftPlcException">The address is not ours, or the port is taken or forbidden.</exception>
    public IPEndPoint Listen(IPAddress address, int port)
    {
        var listener = new Socket(address.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
        try
        {
            if (address.Equals(IPAddress.IPv6Any))
                listener.DualMode = true;
            listener.Bind(new IPEndPoint(address, port));
            listener.Listen(Backlog);
        }
        catch (SocketException exception)
        {
            listener.Dispose();
            var remedy = exception.SocketErrorCode switch
            {
                SocketError.AddressAlreadyInUse => "the port is in use: stop the other program or choose another port",
                SocketError.AccessDenied => "ports below 1024 need rights that this user has not: choose a higher port",
                SocketError.AddressNotAvailable => "this machine has no such address",
                _ => exception.Message,
            };
            throw new SoftPlcException($"The soft PLC {works.Plc.Name} cannot listen on {address}:{port}: {remedy}.", exception);
        }

        _listener = listener;
        return (IPEndPoint)listener.LocalEndPoint!;
    }

    /// <summary>Takes callers until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                Welcome(await _listener!.AcceptAsync(cancellationToken));
            }
            catch (SocketException)
            {
                // A caller that was gone before it was accepted.
            }
        }
    }

    /// <summary>Stops listening, ends all connections and waits for them.</summary>
    public async Task CloseAsync()
    {
        _listener?.Dispose();
        works.Links.EndAll(LinkEnd.Reset);
        Task[] running;
        lock (_gate)
            running = [.. _running.Values];
        await Task.WhenAll(running);
    }

    private void Welcome(Socket socket)
    {
        works.Counters.Accepted();
        socket.NoDelay = true;
        IPlcLink link = plus is null ? new PlcLink(socket, works) : new ProtocolSelectingLink(socket, works, plus);
        works.Links.Add(link);
        if (works.Links.IsDark)
            link.End(LinkEnd.Reset);
        else if (works.Faults.Take(FaultPoint.Accept) is { } mix)
            link.End(mix.Drop ? LinkEnd.Silence : mix.End);
        lock (_gate)
            _running[link] = ServeAsync(link);
    }

    private async Task ServeAsync(IPlcLink link)
    {
        // Back to the accept loop first: a connection that ends at once must not remove itself before it was added.
        await Task.Yield();
        await link.RunAsync();
        works.Links.Remove(link);
        lock (_gate)
            _running.Remove(link);
        works.Counters.Closed();
    }
}
