using System.Text.Json;
using S7OpcBridge.Doctor;
using S7OpcBridge.S7;

namespace S7OpcBridge.Tests;

/// <summary>What the network says before any PLC could, and PLCs that are not asked at all.</summary>
[CancelAfter(60_000)]
public sealed class NetworkTests
{
    private const string Tag = "tags: [ { name: A, address: DB1.DBW0, type: Int } ]";

    [Test]
    public async Task A_closed_port_a_name_without_address_and_a_foreign_bind_are_three_causes()
    {
        var report = await ExamineAsync(
            $$"""
              - { name: A, host: 127.0.0.1, port: {{FreePort.Next()}}, {{Tag}} }
              - { name: B, host: plc.invalid, {{Tag}} }
              - { name: C, host: 127.0.0.1, bind: 192.0.2.7, {{Tag}} }
              - { name: D, host: 127.0.0.1, enabled: false, {{Tag}} }
            """
        );
        Assert.That(
            report.Plcs.SelectMany(plc => plc.Findings).Select(finding => (finding.Stage, finding.Cause)),
            Is.EqualTo(new[] { ("tcp", "portClosed"), ("tcp", "nameUnknown"), ("tcp", "bindFailed") })
        );
        Assert.That((report.Plcs[3].Ok, report.Plcs[3].Connection), Is.EqualTo((true, "none")));
    }

    [TestCase(S7LinkCause.Unreachable, S7Cause.NoRoute, "This machine has no route to 10.0.0.9")]
    [TestCase(S7LinkCause.TimedOut, S7Cause.NoAnswer, "Nobody answers at 10.0.0.9:102: wrong address, PLC switched off, or a firewall")]
    public void No_route_and_no_answer_are_told_apart(S7LinkCause seen, S7Cause cause, string sentence)
    {
        var options = new S7ConnectionOptions { Host = "10.0.0.9" };
        var diagnosis = S7Diagnosis.ForFailure(
            new S7LinkException("10.0.0.9: no.") { Stage = S7ConnectStage.Tcp, Cause = seen },
            options,
            S7Profiles.S71500
        );
        Assert.That((diagnosis.Stage, diagnosis.Cause), Is.EqualTo((S7Stage.Tcp, cause)));
        Assert.That(diagnosis.Sentence, Does.Contain(sentence));
    }

    [Test]
    public async Task A_PLC_that_the_map_does_not_have_is_a_sentence_with_the_nearest_name()
    {
        using var map = new MapText().With("map.yaml", MapText.WithTags("- { name: A, address: MW0, type: Int }"));
        var shell = await Shell.RunAsync("doctor", map.PathOf("map.yaml"), "--plc", "Line2");
        Assert.That((shell.ExitCode, shell.Output), Is.EqualTo((1, "")));
        Assert.That(shell.Error, Does.Contain("the map has no PLC 'Line2'; did you mean 'Line1'?"));
    }

    [Test]
    public async Task The_demo_plant_is_healthy()
    {
        var shell = await Shell.RunAsync("doctor", Repository.PathOf("config/bridge.yaml"));
        Assert.That(shell.ExitCode, Is.Zero, shell.Output);
        Assert.That(shell.Output, Does.Contain("Filling  s7-1500").And.Contain("SIMULATED").And.Contain("3 PLCs: nothing wrong."));
    }

    private static async Task<DoctorReport> ExamineAsync(string plcs)
    {
        using var map = new MapText().With("map.yaml", "server: { anonymous: read, security: [None] }\nplcs:\n" + plcs);
        var shell = await Shell.RunAsync("doctor", map.PathOf("map.yaml"), "--format", "json");
        Assert.That(shell.Output, Is.Not.Empty, shell.Error);
        return JsonSerializer.Deserialize(shell.Output, DoctorJson.Shapes.DoctorReport)!;
    }
}
