using System.Text.Json;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>The subscriber of tests/interop/mqtt-subscriber.js: what it finds, event by event.</summary>
internal sealed class MqttSubscriber(ChildProgram program) : IAsyncDisposable
{
    private const string Event = "EVENT ",
        Fault = "FAULT ";

    public static async Task<MqttSubscriber> StartAsync(string url, params string[] more)
    {
        await Interop.RequireAsync("mqtt");
        return new MqttSubscriber(Interop.Start("mqtt-subscriber.js", [url, .. more]));
    }

    public string Output => program.Output;

    /// <summary>The next event of a kind that is as wanted; those before it are passed over. A fault ends the test.</summary>
    public async Task<JsonElement> NextAsync(string kind, CancellationToken cancellationToken, Func<JsonElement, bool>? wanted = null)
    {
        JsonElement found = default;
        await program.LineAsync(
            line =>
            {
                Assert.That(line, Does.Not.StartWith(Fault), program.Output);
                if (!line.StartsWith(Event, StringComparison.Ordinal))
                    return false;
                found = JsonDocument.Parse(line[Event.Length..]).RootElement;
                return found.GetProperty("kind").GetString() == kind && (wanted is null || wanted(found));
            },
            cancellationToken
        );
        return found;
    }

    /// <summary>All events of a kind so far.</summary>
    public JsonElement[] All(string kind) =>
        [
            .. program
                .LinesFrom(0)
                .Where(static line => line.StartsWith(Event, StringComparison.Ordinal))
                .Select(static line => JsonDocument.Parse(line[Event.Length..]).RootElement)
                .Where(each => each.GetProperty("kind").GetString() == kind),
        ];

    public ValueTask DisposeAsync() => program.DisposeAsync();
}
