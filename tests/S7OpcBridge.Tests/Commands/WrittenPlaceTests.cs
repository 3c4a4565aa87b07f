using System.Text.Json.Nodes;
using S7OpcBridge.Commands;
using S7OpcBridge.Map;

namespace S7OpcBridge.Tests;

/// <summary>What the bridge writes, and what is said where it cannot.</summary>
[NonParallelizable, CancelAfter(60_000)]
public sealed class WrittenPlaceTests
{
    private readonly string _me = Environment.UserName;

    [TearDown]
    public void Forget() => Environment.SetEnvironmentVariable(StateFolder.Variable, null);

    [Test]
    public async Task Validate_says_where_everything_will_lie_and_that_it_can_be_written()
    {
        using var text = MapWith("history");
        var state = text.PathOf("state");
        Environment.SetEnvironmentVariable(StateFolder.Variable, state);
        var shell = await Shell.RunAsync("validate", text.PathOf("map.yaml"));
        Assert.That((shell.ExitCode, shell.Error), Is.EqualTo((0, "")));
        Assert.That(
            shell.Output.Split(Environment.NewLine)[1..^1],
            Is.EqualTo(
                new[]
                {
                    $"  certificates in {state}/certs, which {_me} can write",
                    $"  history in {state}/history, which {_me} can write",
                    $"  states of alarms in {state}/map.alarms.json, which {_me} can write",
                }
            )
        );
        Assert.That(Directory.Exists(state), Is.False, "asking makes nothing");
    }

    [Test]
    public async Task Validate_warns_of_places_that_cannot_be_written()
    {
        using var text = MapWith("taken/history").With("taken", "a file");
        var shell = await Shell.RunAsync("validate", text.PathOf("map.yaml"));
        Assert.That(shell.ExitCode, Is.Zero, "on the machine of the bridge it may be otherwise");
        Assert.That(
            shell.Error.TrimEnd(),
            Is.EqualTo(
                $"{text.PathOf("map.yaml")}:1:1: warning: "
                    + $"The history cannot be written to {text.PathOf("taken/history")}: "
                    + $"{text.PathOf("taken")} is a file, not a folder. Make it writable for user {_me}, name another place with 'store' "
                    + "under 'history', or set "
                    + $"S7OPCBRIDGE_STATE to a folder for all that the bridge writes."
            )
        );
    }

    [Test, Platform("Linux")]
    public void A_folder_that_this_user_may_not_write_is_named_with_the_systems_reason()
    {
        using var text = MapWith("/proc/sys/history");
        var fault = WrittenPlace.ListFor(text.Load().Map!).Single(place => place.What == WrittenPlace.History).Fault;
        // Nobody makes folders in /proc/sys; whether the system says so beforehand depends on how it is mounted.
        if (fault is null)
            Assert.Ignore("the system lets this user write to /proc/sys");
        Assert.That(fault, Does.StartWith("The history cannot be written to /proc/sys/history: /proc/sys: ").And.Contains($"user {_me}"));
    }

    [Test]
    public async Task Doctor_names_them_and_fails()
    {
        using var text = MapWith("taken/history", "{ state: taken/states.json }").With("taken", "a file");
        var shell = await Shell.RunAsync("doctor", text.PathOf("map.yaml"), "--format", "json");
        var report = JsonNode.Parse(shell.Output)!;
        Assert.That(shell.ExitCode, Is.EqualTo(1));
        Assert.That((bool)report["history"]!["ok"]!, Is.False);
        Assert.That((string)report["history"]!["detail"]!, Does.StartWith("The history cannot be written"));
        Assert.That(
            report["unwritable"]!.AsArray().Select(each => (string)each!),
            Has.One.StartsWith(
                "The states of alarms cannot be written to " + $"{text.PathOf("taken/states.json")}: {text.PathOf("taken")} is a file"
            )
        );
        Assert.That(
            (await Shell.RunAsync("doctor", text.PathOf("map.yaml"))).Output,
            Does.Contain("Files").And.Contain("The states of alarms cannot")
        );
    }

    [Test]
    public async Task Run_goes_on_without_history_and_says_so(CancellationToken cancellationToken)
    {
        using var text = MapWith("taken/history", "{ state: taken/states.json }").With("taken", "a file");
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var (output, error) = (new WaitingWriter("Ctrl+C"), new StringWriter());
        var running = CommandLine.RunAsync(["run", text.PathOf("map.yaml")], output, error, stop.Token);
        await Task.WhenAny(output.Seen, running);
        Assert.That(running.IsCompleted, Is.False, error.ToString());
        var health = await Shell.RunAsync("health", text.PathOf("map.yaml"));
        var doctor = await Shell.RunAsync("doctor", text.PathOf("map.yaml"));
        await stop.CancelAsync();
        Assert.That((await running, health.ExitCode), Is.EqualTo((0, 0)));
        Assert.That(health.Output, Does.Contain("History is not written: History cannot be stored in "));
        Assert.That(doctor.ExitCode, Is.EqualTo(1));
        Assert.That(doctor.Output.ReplaceLineEndings(" "), Does.Contain("History is not written:"));
    }

    private static MapText MapWith(string store, string alarms = "{ system: false }") =>
        new MapText().With(
            "map.yaml",
            $$"""
            server: { anonymous: read, endpoint: "opc.tcp://127.0.0.1:{{FreePort.Next()}}", history: { store: {{store}} } }
            alarms: {{alarms}}
            web: false
            plcs:
              - { name: Line1, host: 127.0.0.1, simulate: true, tags: [ { name: A, address: MW0, type: Int, history: true } ] }
            """
        );
}
