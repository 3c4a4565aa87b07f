using S7OpcBridge.OpcUa;
using S7OpcBridge.OpcUa.Server;

// dotnet run --project samples/ServeValues -- opc.tcp://localhost:4840
var nodes = new VariableFolder("Boiler", new("Temperature", BuiltInType.Double), new("Running", BuiltInType.Boolean));
var values = new VariableTable(nodes.Count, groups: 1);
var options = new UaServerOptions
{
    ApplicationUri = "urn:boiler",
    Namespaces = ["urn:boiler:values"],
    Endpoint = args[0],
};
await using var server = new UaServer(options, values, nodes);
await server.StartAsync(CancellationToken.None);
Console.WriteLine($"Listening on port {server.Port}.");

for (var second = 0; ; second++)
{
    var now = UaTime.Now(TimeProvider.System);
    using (var update = values.BeginUpdate())
    {
        update.Confirm(group: 0, now);
        update.Set(0, Variant.From(60 + 5 * Math.Sin(second / 10.0)), StatusCodes.Good, now);
        update.Set(1, Variant.From(second % 60 < 30), StatusCodes.Good, now);
    }
    await Task.Delay(1000);
}
