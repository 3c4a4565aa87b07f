using S7OpcBridge.OpcUa;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// A server to be put under load, in a process of its own. It has variables of type Int32 with a number in their ids, and perhaps one named <c>Changing</c>
/// beside them: what the client writes there is how many of the variables change, again and again.
/// </summary>
/// <param name="Name">What the tables call it.</param>
/// <param name="Url">Where it listens.</param>
/// <param name="Nodes">Ids of the variables.</param>
/// <param name="ProcessId">Its process; null: unknown, and its CPU time too.</param>
/// <param name="SamplingInterval">What the client asks for: 0 means every change, the shortest that a server has.</param>
internal sealed record LoadServer(string Name, string Url, NodePattern Nodes, int? ProcessId, double SamplingInterval = 0)
    : IAsyncDisposable
{
    private PeerProgram? _program;

    /// <summary>The bridge's own stack with <c>serve</c> of this program.</summary>
    public static async Task<LoadServer> OursAsync(int variables, int milliseconds)
    {
        var program = PeerProgram.StartSelf("serve", $"{variables}", $"{milliseconds}");
        var line = await program.LineAsync("listening ");
        return new LoadServer("S7OpcBridge", line.Split(' ')[1], NodePattern.Parse(LoadedServer.Nodes), program.Id) { _program = program };
    }

    /// <summary>npm's node-opcua; null where Node is not there.</summary>
    public static async Task<LoadServer?> NodeOpcUaAsync(int variables, int milliseconds)
    {
        if (NodePrograms.Find("ua-load-server.js", "node-opcua-server") is not { } script)
            return null;
        var program = PeerProgram.Start("node", [script, $"{Testing.FreePort.Next()}", $"{variables}", $"{milliseconds}"]);
        var line = await program.LineAsync("listening ");
        return new LoadServer("node-opcua", line.Split(' ')[1], NodePattern.Parse("ns=1;s=V{0}"), program.Id) { _program = program };
    }

    /// <summary>The ids of the first variables.</summary>
    public NodeId[] Variables(int count) => [.. Enumerable.Range(0, count).Select(Nodes.Variable)];

    /// <summary>Lets so many of the variables change from now on.</summary>
    public void Change(int variables)
    {
        using var session = LoadSession.Open(Url, null);
        if (!session.TryWrite(Nodes.Changing, variables))
            Console.WriteLine($"     {Name} has no variable {Nodes.Changing} that can be written: it changes what it changes.");
        session.Close();
    }

    public ValueTask DisposeAsync() => _program?.DisposeAsync() ?? default;
}
