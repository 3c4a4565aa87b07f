using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A client of our own that reads until it sees what it waits for.</summary>
internal sealed class PlusClient(UaTestClient client, Bridge bridge) : IAsyncDisposable
{
    // Seconds, fewer than the token of the channel lives: what has not come by then does not come, and the test says what the bridge said.
    private const int Patience = 40;

    public UaTestClient Client => client;

    public static async Task<PlusClient> ConnectAsync(Bridge bridge, CancellationToken cancellationToken) =>
        new(await UaTestClient.ConnectAsync(new Uri(bridge.Endpoint).Port, cancellationToken), bridge);

    public async Task<DataValue> ReadAsync(string node, CancellationToken cancellationToken) =>
        (await client.ReadAsync(cancellationToken, new NodeId(2, node)))[0];

    /// <summary>Reads until a value is as it should be.</summary>
    public async Task<DataValue> UntilAsync(string node, Func<DataValue, bool> wanted, CancellationToken cancellationToken)
    {
        var deadline = TimeProvider.System.GetTimestamp() + (TimeProvider.System.TimestampFrequency * Patience);
        while (true)
        {
            var value = await ReadAsync(node, cancellationToken);
            if (wanted(value))
                return value;
            Assert.That(
                TimeProvider.System.GetTimestamp(),
                Is.LessThan(deadline),
                () => $"{node} is {value.Value} {value.Status}. The bridge printed:\n{bridge.Program.Output}"
            );
            await Task.Delay(20, cancellationToken);
        }
    }

    public Task<DataValue> GoodAsync(string node, CancellationToken cancellationToken) =>
        UntilAsync(node, static value => value.Status.IsGood && !value.Value.IsNull, cancellationToken);

    /// <summary>Reads an attribute.</summary>
    public async Task<Variant> AttributeAsync(string node, AttributeId attribute, CancellationToken cancellationToken)
    {
        var answer = await client.CallAsync<ReadResponse>(
            new ReadRequest { NodesToRead = [new ReadValueId { NodeId = new NodeId(2, node), AttributeId = (uint)attribute }] },
            cancellationToken
        );
        return answer.Results[0].Value;
    }

    public async Task<uint> WriteAsync(string node, Variant value, CancellationToken cancellationToken)
    {
        var answer = await client.CallAsync<WriteResponse>(
            new WriteRequest
            {
                NodesToWrite =
                [
                    new WriteValue
                    {
                        NodeId = new NodeId(2, node),
                        AttributeId = (uint)AttributeId.Value,
                        Value = new DataValue { Value = value },
                    },
                ],
            },
            cancellationToken
        );
        return answer.Results[0].Value;
    }

    public ValueTask DisposeAsync() => client.DisposeAsync();
}
