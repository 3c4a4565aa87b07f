using S7OpcBridge.Startup;

namespace S7OpcBridge.Tests;

public sealed class RunningPartsTests
{
    private readonly List<string> _stopped = [];

    [SetUp]
    public void Begin() => _stopped.Clear();

    [Test]
    public async Task Parts_stop_once_in_the_reverse_of_their_start_and_missing_ones_are_left_out()
    {
        var parts = new RunningParts();
        parts.Add(new Part("plant", _stopped));
        Assert.That(parts.Add<Part?>(null), Is.Null);
        parts.OnStop(() => _stopped.Add("recording"));
        parts.OnStop(async () =>
        {
            await Task.Yield();
            _stopped.Add("cluster");
        });
        Assert.That(parts.Add(new Part("server", _stopped)).Name, Is.EqualTo("server"));
        await parts.DisposeAsync();
        await parts.DisposeAsync();
        Assert.That(_stopped, Is.EqualTo(new[] { "server", "cluster", "recording", "plant" }));
    }

    private sealed record Part(string Name, List<string> Stopped) : IAsyncDisposable
    {
        public ValueTask DisposeAsync()
        {
            Stopped.Add(Name);
            return ValueTask.CompletedTask;
        }
    }
}
