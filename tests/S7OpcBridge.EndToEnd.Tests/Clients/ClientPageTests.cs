using System.Text.RegularExpressions;

namespace S7OpcBridge.EndToEnd.Tests;

/// <summary>What docs/clients tells people to type, typed as it stands there, as far as it can be without the clients themselves.</summary>
[TestFixture, CancelAfter(180_000), Platform("Linux"), Parallelizable]
public sealed partial class ClientPageTests
{
    [Test]
    public async Task A_certificate_made_by_the_recipe_for_Telegraf_is_taken(CancellationToken cancellationToken)
    {
        await Interop.RequireAsync("node-opcua-client");
        await using var bridge = await Bridge.StartAsync(
            """
            server: { name: secure, endpoint: "{endpoint}", anonymous: read, certificates: pki }
            plcs: [{ name: Line1, simulate: true, tags: [{ name: Speed, address: DB1.DBD0, type: Real }] }]
            """,
            cancellationToken
        );
        var commands = Recipe()
            .Match(Shipped.Read("docs/clients/telegraf.md"))
            .Groups[1]
            .Value.Replace("\\\n", " ")
            .Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        Assert.That(commands, Has.Length.EqualTo(2));

        await using (var openssl = ChildProgram.Start("bash", bridge.Folder, "-c", commands[0]))
            Assert.That(await openssl.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, openssl.Output);
        Assert.That(commands[1], Does.StartWith("s7opcbridge "));
        await using (var trust = Bridge.Start(bridge.Folder, [.. commands[1].Split(' ').Skip(1), "--map", "map.yaml"]))
            Assert.That(await trust.ExitAsync(TimeSpan.FromSeconds(60), cancellationToken), Is.Zero, trust.Output);

        string PathOf(string name) => Path.Combine(bridge.Folder, name);
        var status = await Interop.RunAsync(
            "ua-certificate.js",
            cancellationToken,
            bridge.Endpoint,
            PathOf("client-pki"),
            PathOf("cert.pem"),
            PathOf("key.pem"),
            "urn:telegraf:gopcua:client",
            "ns=2;s=Line1/Speed"
        );
        Assert.That(status.GetString(), Is.EqualTo("Good"));
    }

    [Test]
    public void Status_codes_that_the_pages_give_as_numbers_mean_what_they_say()
    {
        Assert.That(
            Shipped.Read("docs/clients/telegraf.md"),
            Does.Contain($"0x{OpcUa.StatusCodes.UncertainNoCommunicationLastUsableValue:X8}")
        );
        Assert.That(
            Shipped.Read("docs/clients/opc-publisher.md"),
            Does.Contain("0x480"),
            "InfoType DataValue with the overflow bit, OPC 10000-4, 7.39"
        );
    }

    [GeneratedRegex(@"```sh\n(openssl.*?)```", RegexOptions.Singleline)]
    private static partial Regex Recipe();
}
