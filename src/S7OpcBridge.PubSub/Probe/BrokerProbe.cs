using System.Net;
using System.Net.Sockets;
using S7OpcBridge.Core;
using S7OpcBridge.PubSub.Connecting;
using S7OpcBridge.PubSub.Probe;

namespace S7OpcBridge.PubSub;

/// <summary>Tries once what a publisher does with its broker, stage by stage, in a connection and with a client id of its own.</summary>
public static class BrokerProbe
{
    private const string Ok = "ok",
        Failed = "failed",
        Skipped = "skipped";

    /// <summary>
    /// Walks the stages <c>name</c>, <c>tcp</c>, <c>tls</c> (with TLS), <c>login</c>, <c>publish</c> and <c>subscribe</c> (with a topic for it) to the
    /// first that fails; those behind it are skipped. It has no will; what it publishes is an empty message of quality 1 that is not retained.
    /// </summary>
    /// <param name="broker">The broker. The client id should be another than the publisher's, whose connection the broker would end.</param>
    /// <param name="publish">A topic on which nobody listens, but for which the same permission counts.</param>
    /// <param name="subscribe">A topic of commands; null: none.</param>
    /// <param name="time">The clock.</param>
    /// <param name="cancellationToken">The caller gives up.</param>
    public static async Task<IReadOnlyList<StageReport>> RunAsync(
        BrokerOptions broker,
        string publish,
        string? subscribe,
        TimeProvider time,
        CancellationToken cancellationToken
    )
    {
        string[] tls = broker.IsTls ? ["tls"] : [],
            commands = subscribe is null ? [] : ["subscribe"],
            names = ["name", "tcp", .. tls, "login", "publish", .. commands];
        var stages = new List<StageReport>();
        try
        {
            stages.Add(new("name", Ok, await ResolveAsync(broker, time, cancellationToken)));
            await using var connection = await BrokerConnection.OpenAsync(broker, will: null, time, cancellationToken);
            stages.Add(new("tcp", Ok, $"{broker.Address.Host}:{broker.Port} accepts the connection"));
            if (broker.IsTls)
                stages.Add(new("tls", Ok, "the broker's certificate is trusted"));
            stages.Add(new("login", Ok, Greeting(broker, connection)));
            var exchange = new ProbeExchange(broker, connection, time);
            stages.Add(new("publish", Ok, await exchange.PublishAsync(publish, cancellationToken)));
            if (subscribe is not null)
                stages.Add(new("subscribe", Ok, await exchange.SubscribeAsync(subscribe, cancellationToken)));
        }
        catch (BrokerException e)
        {
            // What came before the failed stage was reached.
            var failed = StageOf(e.Reason, names, stages.Count);
            for (var i = stages.Count; i < failed; i++)
                stages.Add(new(names[i], Ok, ""));
            stages.Add(new(names[failed], Failed, e.Message));
        }
        stages.AddRange(names.Skip(stages.Count).Select(static name => new StageReport(name, Skipped, "")));
        return stages;
    }

    private static int StageOf(BrokerRefusal reason, string[] names, int reached) =>
        reason switch
        {
            _ when reached != 1 => reached,
            BrokerRefusal.NotReachable => Array.IndexOf(names, "tcp"),
            BrokerRefusal.Tls => Array.IndexOf(names, "tls"),
            _ => Array.IndexOf(names, "login"),
        };

    private static async Task<string> ResolveAsync(BrokerOptions broker, TimeProvider time, CancellationToken cancellationToken)
    {
        var host = broker.Address.Host.Trim('[', ']');
        if (IPAddress.TryParse(host, out _))
            return $"{host} is an address";
        using var limit = new CancellationTokenSource(broker.ConnectTimeout, time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            var addresses = await Dns.GetHostAddressesAsync(host, both.Token);
            if (addresses.Length > 0)
                return $"{host} is {string.Join(", ", addresses.Take(4).Select(static address => address.ToString()))}";
        }
        catch (Exception e) when (e is SocketException || e is OperationCanceledException && !cancellationToken.IsCancellationRequested)
        {
            // Said below.
        }
        throw new BrokerException(
            BrokerRefusal.NotReachable,
            $"The name {host} has no address: check the spelling and the DNS server of this machine, or write the broker's IP address."
        );
    }

    private static string Greeting(BrokerOptions broker, BrokerConnection connection) =>
        $"MQTT {(connection.Version == MqttVersion.V5 ? "5.0" : "3.1.1")} as {(broker.User is { } user ? $"user {user}" : "nobody")}, "
        + $"client id {broker.ClientId}";
}
