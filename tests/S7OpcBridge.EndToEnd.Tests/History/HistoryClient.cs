using S7OpcBridge.OpcUa;
using S7OpcBridge.Testing;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>A client that asks what it missed.</summary>
internal sealed class HistoryClient : IAsyncDisposable
{
    private readonly UaTestClient _client;

    private HistoryClient(UaTestClient client) => _client = client;

    public UaTestClient Client => _client;

    public static async Task<HistoryClient> ConnectAsync(Bridge bridge, CancellationToken cancellationToken) =>
        new(await UaTestClient.ConnectAsync(new Uri(bridge.Endpoint).Port, cancellationToken));

    /// <summary>All values of a tag of Line1 from a time on, in pages of a size.</summary>
    public async Task<List<DataValue>> ReadAsync(string tag, long from, CancellationToken cancellationToken, long to = 0, uint page = 0)
    {
        var details = new ReadRawModifiedDetails
        {
            StartTime = from,
            EndTime = to == 0 ? UaTime.Now(TimeProvider.System) : to,
            NumValuesPerNode = page,
        };
        var values = new List<DataValue>();
        byte[]? point = null;
        do
        {
            var response = await _client.CallAsync<HistoryReadResponse>(
                new HistoryReadRequest
                {
                    HistoryReadDetails = ExtensionObject.From(details),
                    TimestampsToReturn = TimestampsToReturn.Source,
                    NodesToRead = [new HistoryReadValueId { NodeId = NodeOf(tag), ContinuationPoint = point }],
                },
                cancellationToken
            );
            var result = response.Results[0];
            Assert.That(result.StatusCode.IsGood, Is.True, StatusCodes.NameOf(result.StatusCode));
            values.AddRange(((HistoryData)result.HistoryData!.Body!).DataValues);
            point = result.ContinuationPoint;
        } while (point is { Length: > 0 });
        return values;
    }

    /// <summary>Reads until what is stored is as the test waits for.</summary>
    public Task<List<DataValue>> UntilAsync(
        string tag,
        long from,
        Func<List<DataValue>, bool> holds,
        CancellationToken cancellationToken
    ) => Poll.UntilAsync(() => ReadAsync(tag, from, cancellationToken), holds, cancellationToken);

    public async Task<DataValue> PresentAsync(string tag, CancellationToken cancellationToken) =>
        (await _client.ReadAsync(cancellationToken, NodeOf(tag)))[0];

    public static NodeId NodeOf(string tag) => new(2, $"Line1/{tag}");

    public ValueTask DisposeAsync() => _client.DisposeAsync();
}
