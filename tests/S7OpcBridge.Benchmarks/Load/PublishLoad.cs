using System.Diagnostics;
using System.Net.Sockets;

namespace S7OpcBridge.Benchmarks;

/// <summary>
/// One server with the sessions and items of a scenario. Between its turns nothing changes there, so that it leaves the machine to the others.
/// </summary>
internal sealed class PublishLoad : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2),
        Quiet = TimeSpan.FromMilliseconds(50),
        MostRest = TimeSpan.FromMilliseconds(500);

    private readonly LoadServer _server;
    private readonly PublishScenario _scenario;
    private readonly List<LoadStream> _streams = [];

    private PublishLoad(LoadServer server, PublishScenario scenario) => (_server, _scenario) = (server, scenario);

    /// <summary>Subscribes; on return every item has come once.</summary>
    public static PublishLoad Open(LoadServer server, PublishScenario scenario)
    {
        var load = new PublishLoad(server, scenario);
        try
        {
            load.Subscribe();
            return load;
        }
        catch
        {
            load.Dispose();
            throw;
        }
    }

    /// <summary>Its turn: everything changes, and once that runs it is measured.</summary>
    public LoadFigures Take(TimeSpan time)
    {
        _server.Change(_scenario.Items);
        LoadLoop.Run(_streams, time / 2, _server.ProcessId);
        var figures = LoadLoop.Run(_streams, time, _server.ProcessId);
        Rest();
        return figures;
    }

    public void Dispose()
    {
        _server.Change(0);
        _streams.ForEach(s => s.Dispose());
    }

    private void Subscribe()
    {
        var security = _scenario.IsSecure ? LoadSecurity.Of(_server.Url) : null;
        var nodes = _server.Variables(_scenario.Items);
        for (var i = 0; i < _scenario.Sessions; i++)
            _streams.Add(
                new PublishStream(LoadSession.Open(_server.Url, security), nodes, PublishTable.Milliseconds, _server.SamplingInterval)
            );
        _streams.ForEach(s => s.Start());
        _server.Change(_scenario.Items);
        LoadLoop.RunUntil(_streams, () => _streams.TrueForAll(s => s.IsChecked), Patience);
        Rest();
    }

    // What is still under way is taken, or the server would wait for its client through the others' turns, and give it up in the end.
    private void Rest()
    {
        _server.Change(0);
        var clock = Stopwatch.StartNew();
        List<Socket> ready;
        do
        {
            ready = [.. _streams.Select(s => s.Session.Channel.Socket)];
            Socket.Select(ready, null, null, Quiet);
            _streams.FindAll(s => ready.Contains(s.Session.Channel.Socket)).ForEach(s => s.Receive());
        } while (ready.Count > 0 && clock.Elapsed < MostRest);
    }
}
