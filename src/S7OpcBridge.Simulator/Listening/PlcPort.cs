using System.Net;
using System.Net.Sockets;
using S7OpcBridge.Simulator.Faults;
using S7OpcBridge.Simulator.Serving;

namespace S7OpcBridge.Simulator.Listening;

/// <summary>Listens for connections and makes a <see cref="SoftPlcLink"/> for each, or a link that selects the protocol where the PLC supports both.</summary>
internal sealed class PlcPort(PlcSharedParts works, SoftPlus? plus)
{
    private const int Backlog = 512;

    private readonly Dictionary<IPlcLink, Task> _running = [];
    private readonly Lock _gate = new();
    private Socket? _listener;

    /// <summary>Starts listening. Returns the local endpoint.</summary>
    /// <exception cref="SoftPlcException">The address is not one of this machine, or the port is in use or not permitted.</exception>
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
                SocketError.AccessDenied => "ports below 1024 need rights that this user does not have: choose a higher port",
                SocketError.AddressNotAvailable => "this machine has no such address",
                _ => exception.Message,
            };
            throw new SoftPlcException($"The soft PLC {works.Plc.Name} cannot listen on {address}:{port}: {remedy}.", exception);
        }

        _listener = listener;
        return (IPEndPoint)listener.LocalEndPoint!;
    }

    /// <summary>Accepts connections until cancelled.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        while (!cancellationToken.IsCancellationRequested)
        {
            try
            {
                StartLink(await _listener!.AcceptAsync(cancellationToken));
            }
            catch (SocketException)
            {
                // The caller was gone before it was accepted.
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

    private void StartLink(Socket socket)
    {
        works.Counters.Accepted();
        socket.NoDelay = true;
        IPlcLink link = plus is null ? new SoftPlcLink(socket, works) : new ProtocolSelectingLink(socket, works, plus);
        works.Links.Add(link);
        if (works.Links.IsDark)
            link.End(LinkEnd.Reset);
        else if (works.Faults.Next(FaultPoint.Accept) is { } mix)
            link.End(mix.Drop ? LinkEnd.Silence : mix.End);
        lock (_gate)
            _running[link] = ServeAsync(link);
    }

    private async Task ServeAsync(IPlcLink link)
    {
        // Returns to the accept loop first, so that a connection that ends at once is added before it is removed.
        await Task.Yield();
        await link.RunAsync();
        works.Links.Remove(link);
        lock (_gate)
            _running.Remove(link);
        works.Counters.Closed();
    }
}
