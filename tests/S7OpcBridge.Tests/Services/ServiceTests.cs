using S7OpcBridge.Services;

namespace S7OpcBridge.Tests;

/// <summary><c>service</c>: what it writes and runs, as far as this machine can tell.</summary>
public sealed class ServiceTests
{
    [Test]
    public void A_unit_has_the_program_the_map_and_the_folders_of_its_name()
    {
        var lines = SystemdUnit
            .ForBridge("s7opcbridge-line2", ["/opt/my $bridge/s7opcbridge"], "/etc/s7opcbridge/100% line2.yaml")
            .Split('\n');
        Assert.That(lines[0], Is.EqualTo(SystemdUnit.Mark));
        Assert.That(
            lines,
            Does.Contain("ExecStart=\"/opt/my $$bridge/s7opcbridge\" run \"/etc/s7opcbridge/100%% " + "line2.yaml\"")
                .And.Contain("WorkingDirectory=/etc/s7opcbridge")
        );
        Assert.That(
            lines,
            Does.Contain("User=s7opcbridge-line2")
                .And.Contain("RuntimeDirectory=s7opcbridge-line2")
                .And.Contain("StateDirectory=s7opcbridge-line2 s7opcbridge-line2/certs")
                .And.Contain("Environment=HOME=/var/lib/s7opcbridge-line2")
        );
        Assert.That(lines, Has.None.Contains("/opt/s7opcbridge").And.None.StartsWith("ConfigurationDirectory"));
        Assert.That(
            lines,
            Does.Contain("WatchdogSec=30s").And.Contain("RestartPreventExitStatus=2 78"),
            "all else is that of deploy/systemd"
        );
    }

    [TestCase(null)]
    [TestCase("/etc/s7opcbridge/cluster.txt")]
    public void A_witness_is_a_unit_with_a_folder_of_its_own_that_waits_for_no_word_of_the_program(string? secret)
    {
        var lines = SystemdUnit
            .ForWitness("s7opcbridge-witness", ["/opt/s7opcbridge/s7opcbridge"], new WitnessService("10.0.0.13:11200", secret))
            .Split('\n');
        Assert.That(lines[0], Is.EqualTo(SystemdUnit.Mark));
        Assert.That(
            lines,
            Does.Contain(
                "ExecStart=/opt/s7opcbridge/s7opcbridge witness --listen 10.0.0.13:11200 "
                    + "--store /var/lib/s7opcbridge-witness/witness.json"
                    + (secret is null ? "" : " --secret ${CREDENTIALS_DIRECTORY}/secret")
            )
        );
        Assert.That(
            lines.Where(line => line.StartsWith("LoadCredential=", StringComparison.Ordinal)),
            Is.EqualTo(secret is null ? Array.Empty<string>() : [$"LoadCredential=secret:{secret}"]),
            "the user of the service may not read a file of root"
        );
        Assert.That(
            lines,
            Does.Contain("Type=exec")
                .And.Contain("Restart=always")
                .And.Contain("WorkingDirectory=/var/lib/s7opcbridge-witness")
                .And.Contain("User=s7opcbridge-witness")
        );
        Assert.That(lines, Has.None.StartsWith("WatchdogSec").And.None.StartsWith("ExecReload").And.None.StartsWith("NotifyAccess"));
    }

    [Test]
    public async Task A_witness_is_installed_with_an_address_and_a_secret_that_is_there()
    {
        Assert.That((await Shell.RunAsync("service", "install", "--witness", "somewhere")).ExitCode, Is.EqualTo(2));
        Assert.That((await Shell.RunAsync("service", "install", "--secret", "x")).Error, Does.Contain("--secret belongs to a witness"));
        var missing = await Shell.RunAsync("service", "install", "--witness", "127.0.0.1:11200", "--secret", "/none/cluster.txt");
        Assert.That(
            (missing.ExitCode, missing.Error),
            Is.EqualTo(
                (
                    1,
                    "s7opcbridge: there is no file /none/cluster.txt with the secret; leave --secret out to "
                        + $"have one made.{Environment.NewLine}"
                )
            )
        );
    }

    [Test]
    public void The_unit_inside_the_program_is_that_of_deploy() =>
        Assert.That(
            File.ReadAllText(Repository.PathOf("src/S7OpcBridge/Services/s7opcbridge.service")),
            Is.EqualTo(File.ReadAllText(Repository.PathOf("deploy/systemd/s7opcbridge.service"))),
            "the image is built without deploy, so the program has a copy"
        );

    [Test]
    public void Files_of_Windows_lie_under_ProgramData()
    {
        var places = new ServicePlaces(IsWindows: true, @"C:\ProgramData\S7OpcBridge");
        Assert.That(
            (places.Map, places.StateOf("s7opcbridge"), places.SocketFolders.Single()),
            Is.EqualTo(
                (
                    @"C:\ProgramData\S7OpcBridge\config\bridge.yaml",
                    @"C:\ProgramData\S7OpcBridge\state\s7opcbridge",
                    @"C:\ProgramData\S7OpcBridge\run"
                )
            )
        );
        var linux = new ServicePlaces(IsWindows: false, "/");
        Assert.That(
            (linux.Map, linux.StateOf("s7opcbridge-2")),
            Is.EqualTo(("/etc/s7opcbridge/config/bridge.yaml", "/var/lib/s7opcbridge-2"))
        );
    }

    [Test]
    public void A_service_of_Windows_has_an_account_of_its_own_starts_again_and_keeps_its_folder_closed()
    {
        var places = new ServicePlaces(IsWindows: true, @"C:\ProgramData\S7OpcBridge");
        var commands = WindowsService.Install(places, "s7opcbridge", [@"C:\Program Files\S7OpcBridge\s7opcbridge.exe", "run", places.Map]);
        Assert.That(
            commands[0].Arguments,
            Is.EqualTo(
                new[]
                {
                    "create",
                    "s7opcbridge",
                    "binPath=",
                    @"""C:\Program Files\S7OpcBridge\s7opcbridge.exe"" run C:\ProgramData\S7OpcBridge\config\bridge.yaml",
                    "start=",
                    "delayed-auto",
                    "obj=",
                    @"NT SERVICE\s7opcbridge",
                    "DisplayName=",
                    "S7OpcBridge (s7opcbridge)",
                }
            )
        );
        Assert.That(
            commands.Select(command => $"{command.Program} {command.Arguments[0]}"),
            Is.EqualTo(
                new[]
                {
                    "sc.exe create",
                    "sc.exe description",
                    "sc.exe failure",
                    "sc.exe failureflag",
                    @"icacls.exe C:\ProgramData\S7OpcBridge",
                }
            )
        );
        Assert.That(commands[^1].Arguments, Does.Contain("/inheritance:r").And.Contain(@"NT SERVICE\s7opcbridge:(OI)(CI)M"));
    }

    [TestCase("s7opcbridge", null)]
    [TestCase("s7opcbridge-line2", null)]
    [TestCase("ssh", "begins with")]
    [TestCase("s7opcbridge/../x", "begins with")]
    [TestCase("s7opcbridge x", "begins with")]
    [TestCase("", "begins with")]
    public void A_name_can_not_be_that_of_another_service_or_lead_elsewhere(string name, string? fault) =>
        Assert.That(ServicePlaces.FaultOf(name), fault is null ? Is.Null : Does.StartWith(fault));

    [Test]
    public async Task A_wrong_name_is_wrong_usage()
    {
        var shell = await Shell.RunAsync("service", "status", "--name", "ssh");
        Assert.That(
            (shell.ExitCode, shell.Error.Split(Environment.NewLine)[0]),
            Is.EqualTo(
                (
                    2,
                    "s7opcbridge: The name of a service begins with s7opcbridge and has lower-case letters, digits and dashes only, such as s7opcbridge-line2."
                )
            )
        );
    }

    [Test, Platform("Linux")]
    public async Task A_map_that_is_not_there_or_that_a_service_can_not_see_is_refused_before_anything_is_written()
    {
        var missing = await Shell.RunAsync("service", "install", "/etc/no/such.yaml", "--name", "s7opcbridge-test");
        Assert.That(
            (missing.ExitCode, missing.Error),
            Is.EqualTo((1, $"s7opcbridge: there is no map /etc/no/such.yaml; write it first, or name " + $"another.{Environment.NewLine}"))
        );
        using var map = new MapText().With("map.yaml", "");
        if (map.PathOf("map.yaml").StartsWith("/tmp/", StringComparison.Ordinal))
            Assert.That(
                (await Shell.RunAsync("service", "install", map.PathOf("map.yaml"), "--name", "s7opcbridge-test")).Error,
                Does.Contain("a service sees no home folders and no /tmp")
            );
        Assert.That(File.Exists(ServicePlaces.UnitOf("s7opcbridge-test")), Is.False);
    }
}
