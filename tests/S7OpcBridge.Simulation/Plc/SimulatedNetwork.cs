using System.Net.Sockets;
using S7OpcBridge.Simulation.Loop;

namespace S7OpcBridge.Simulation.Plc;

/// <summary>Connects the sockets of the bridge with the PLC.</summary>
internal sealed class SimulatedNetwork
{
    private readonly SimulatedLoop _loop;
    private readonly Random _random;
    private readonly SimulatedPlc _plc;
    private readonly List<Connection> _open = [];

    public SimulatedNetwork(SimulatedLoop loop, Random random, SimulatedPlc plc)
    {
        (_loop, _random, _plc) = (loop, random, plc);
        loop.Opening = () => new SimulatedSocket(loop, Connect, Closed);
    }

    public NetworkConditions Conditions { get; } = new();

    /// <summary>How the PLC meets those who connect.</summary>
    public ConnectAnswer ConnectAnswer { get; set; }

    /// <summary>Is told of each connection that is made: how many there are then.</summary>
    public required Action<int> Connected { get; init; }

    /// <summary>Resets all connections, in both directions.</summary>
    public void Reset()
    {
        foreach (var connection in _open.ToArray())
            connection.Reset();
    }

    /// <summary>The PLC closes all connections.</summary>
    public void Close()
    {
        foreach (var connection in _open.ToArray())
        {
            if (connection.Plc.IsAlive)
                connection.Plc.Close();
        }
    }

    /// <summary>The PLC forgets all connections and tells nobody.</summary>
    public void Forget()
    {
        foreach (var connection in _open.ToArray())
            connection.Forget();
    }

    private void Connect(SimulatedSocket socket)
    {
        var way = TimeSpan.FromTicks(_random.NextInt64(Conditions.Delay.Shortest, Conditions.Delay.Longest + 1));
        if (ConnectAnswer != ConnectAnswer.Silent)
            _loop.After(way, () => Answer(socket));
    }

    private void Answer(SimulatedSocket socket)
    {
        if (!socket.IsAlive || ConnectAnswer == ConnectAnswer.Silent)
            return;
        if (ConnectAnswer == ConnectAnswer.Refuses)
        {
            socket.Connected(SocketError.ConnectionRefused, null);
            return;
        }
        _open.RemoveAll(static old => !old.IsUsed);
        var connection = new Connection(this, socket);
        _open.Add(connection);
        socket.Connected(SocketError.Success, connection.ToPlc);
        Connected(_open.Count(static open => open.IsUsed));
    }

    private void Closed(SimulatedSocket socket)
    {
        if (_open.Find(open => open.Socket == socket) is not { } connection)
            return;
        connection.IsUsed = false;
        connection.ToPlc.End();
    }

    private sealed class Connection
    {
        private readonly SimulatedNetwork _network;
        private readonly Pipe _toBridge;

        public Connection(SimulatedNetwork network, SimulatedSocket socket)
        {
            (_network, Socket) = (network, socket);
            var (loop, random, conditions) = (network._loop, network._random, network.Conditions);
            ToPlc = new Pipe(loop, random, conditions, () => conditions.ToPlcStalledUntil, Arrive);
            _toBridge = new Pipe(loop, random, conditions, () => conditions.ToBridgeStalledUntil, socket.Receive);
            Plc = new PlcEnd(loop, random, network._plc, _toBridge, Reset);
        }

        public SimulatedSocket Socket { get; }

        public Pipe ToPlc { get; }

        public PlcEnd Plc { get; }

        /// <summary>The bridge has not closed it.</summary>
        public bool IsUsed { get; set; } = true;

        public void Reset()
        {
            Forget();
            ToPlc.Break();
            _network._open.Remove(this);
            if (IsUsed)
                Socket.Reset();
        }

        // A PLC without power does not even say that it knows nothing of the connection.
        private void Arrive(byte[] bytes)
        {
            if (Plc.IsAlive || _network.ConnectAnswer != ConnectAnswer.Silent)
                Plc.Receive(bytes);
        }

        public void Forget()
        {
            Plc.IsAlive = false;
            _toBridge.Break();
        }
    }
}

/// <summary>How the PLC answers those who connect.</summary>
internal enum ConnectAnswer
{
    /// <summary>It accepts.</summary>
    Accepts,

    /// <summary>It refuses.</summary>
    Refuses,

    /// <summary>It says nothing.</summary>
    Silent,
}
