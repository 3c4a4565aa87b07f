using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using S7OpcBridge.Core;
using S7OpcBridge.Doctor;
using S7OpcBridge.Simulator;

namespace S7OpcBridge.Tests;

/// <summary>The soft PLC plays what goes wrong with S7CommPlus; the doctor names the cause, stops there, and says what to do.</summary>
[CancelAfter(60_000)]
public sealed class PlusDoctorTests
{
    private const string Running = "{ name: A, symbol: '\"DB_Pack\".State.Running' }";

    private static readonly object[][] Sicknesses =
    [
        [new SoftPlusOptions { HasTls = false }, "certificate: PIN", Running, "initSsl", "noTls", "secure PG/PC and HMI communication"],
        [
            new SoftPlusOptions(),
            "certificate: " + new string('A', 40),
            Running,
            "certificate",
            "certificateNotTrusted",
            "PLC communication certificate",
        ],
        [new SoftPlusOptions { HasProject = false }, "certificate: PIN", Running, "session", "sessionRefused", "project is loaded"],
        [new SoftPlusOptions { MaxSessions = 0 }, "certificate: PIN", Running, "session", "noFreeSession", "Connection resources"],
        [new SoftPlusOptions { Cpu = "locked" }, "certificate: PIN", Running, "legitimation", "passwordMissing", "password: { file: … }"],
        [
            new SoftPlusOptions { Cpu = "locked" },
            "certificate: PIN, password: { file: wrong.password }",
            Running,
            "legitimation",
            "passwordRefused",
            "Access level",
        ],
        [
            new SoftPlusOptions(),
            "certificate: PIN",
            "{ name: A, symbol: '\"DB_Pakc\".Count' }",
            "symbols",
            "blockMissing",
            "Did you mean 'DB_Pack'?",
        ],
        [
            new SoftPlusOptions(),
            "certificate: PIN",
            "{ name: A, symbol: '\"DB_Pack\".State.Runing' }",
            "symbols",
            "symbolMissing",
            "Did you mean 'Running'?",
        ],
        [
            new SoftPlusOptions(),
            "certificate: PIN",
            "{ name: A, symbol: '\"DB_Pack\".Temps[10]' }",
            "symbols",
            "indexOutOfBounds",
            "Array[0..9]",
        ],
        [
            new SoftPlusOptions(),
            "certificate: PIN",
            "{ name: A, symbol: '\"DB_Pack\".Count[1]' }",
            "symbols",
            "notAnArray",
            "Remove the index",
        ],
        [
            new SoftPlusOptions(),
            "certificate: PIN",
            "{ name: A, symbol: '\"DB_Pack\".Motors.Speed' }",
            "symbols",
            "indexMissing",
            "Array[1..3]",
        ],
        [
            new SoftPlusOptions(),
            "certificate: PIN",
            "{ name: A, symbol: '\"DB_Pack\".Secret' }",
            "symbols",
            "symbolHidden",
            "Accessible from HMI",
        ],
        [
            new SoftPlusOptions(),
            "certificate: PIN",
            "{ name: A, symbol: '\"DB_Pack\".Count', type: Real }",
            "symbols",
            "typeDiffers",
            "the CPU has DInt here",
        ],
        [new SoftPlusOptions(), "certificate: PIN", "{ name: A, address: DB99.DBW0, type: Int }", "symbols", "itemRefused", "DB99"],
    ];

    [Test]
    public async Task A_text_at_an_address_with_another_maximum_length_is_noted()
    {
        await using var sick = new SickPlusPlc(
            new SoftPlusOptions(),
            "certificate: PIN",
            "{ name: A, address: DB99.DBB0, type: \"String[60]\" }"
        );
        sick.Plc.Memory.AddBlock(99, 100);
        sick.Plc.Memory.Put(99, 0, [40, 0]);

        var (exitCode, report) = await sick.ExamineAsync();

        Assert.That(
            report.Findings.Select(finding => (finding.Cause, finding.Severity, finding.Sentence)),
            Is.EqualTo(new[] { ("textLength", "warning", "The map says String[60], the block has String[40].") })
        );
        Assert.That((exitCode, report.TagsRead), Is.EqualTo((0, 1)));
    }

    [TestCase(0u, "DB_Bad\".Next: its type contains itself")]
    [TestCase(1u << 31, "DB_Bad\".Next: it has 2,147,483,647 elements")]
    public async Task Symbols_without_end_are_a_finding_and_the_others_are_read(uint elements, string says)
    {
        await using var sick = new SickPlusPlc(
            new SoftPlusOptions { Blocks = [new("DB_Bad", 20, [new("Speed", "Real")]) { Itself = [("Next", elements)] }] },
            "certificate: PIN",
            "{ browse: '\"DB_Bad\"' }, { name: Count, symbol: '\"DB_Pack\".Count' }"
        );

        var (exitCode, report) = await sick.ExamineAsync();

        var finding = report.Findings.Single();
        Assert.That((finding.Stage, finding.Cause, finding.Severity), Is.EqualTo(("symbols", "symbolTooLarge", "error")));
        Assert.That(finding.Sentence, Does.Contain(says));
        Assert.That((exitCode, report.Tags, report.TagsRead), Is.EqualTo((1, 2, 1)));
    }

    [TestCaseSource(nameof(Sicknesses))]
    public async Task The_cause_is_named_where_it_lies(object options, string keys, string tag, string stage, string cause, string says)
    {
        await using var sick = new SickPlusPlc((SoftPlusOptions)options, keys, tag);
        var (exitCode, report) = await sick.ExamineAsync();
        var finding = report.Findings.Single();
        Assert.That((finding.Stage, finding.Cause, finding.Severity), Is.EqualTo((stage, cause, "error")), finding.Sentence);
        Assert.That($"{finding.Sentence} {finding.Fix}", Does.Contain(says));
        Assert.That(finding.Sentence, Does.EndWith(".").Or.EndWith("?"));
        Assert.That((exitCode, report.Ok, report.Protocol), Is.EqualTo((1, false, "s7plus")));
        var stages = report.Stages.Select(each => each.Stage).ToArray();
        Assert.That(
            stages,
            Is.EqualTo(new[] { "tcp", "cotp", "initSsl", "tls", "certificate", "session", "legitimation", "browse", "symbols" })
        );
        var failed = Array.IndexOf(stages, stage);
        Assert.That(
            report.Stages.Select(each => each.Result),
            Is.EqualTo(
                (string[])[.. Enumerable.Repeat("ok", failed), "failed", .. Enumerable.Repeat("skipped", stages.Length - 1 - failed)]
            )
        );
    }

    [Test]
    public async Task A_healthy_PLC_passes_every_stage_and_shows_certificate_CPU_and_limits()
    {
        await using var well = new SickPlusPlc(
            new SoftPlusOptions(),
            "certificate: PIN",
            $"{Running}, {{ name: B, symbol: '\"DB_Pack\".State' }}, {{ name: C, address: DB12.DBW0, type: Int }}, {{ browse: '\"DB_Pack\".Motors' }}"
        );
        var (exitCode, report) = await well.ExamineAsync();
        Assert.That(report.Findings, Is.Empty);
        Assert.That((exitCode, report.Ok, report.Tags, report.TagsRead), Is.EqualTo((0, true, 4, 4)));
        Assert.That(report.Stages.Select(stage => stage.Result), Is.All.EqualTo("ok"));
        Assert.That(report.Stages[4].Detail, Does.StartWith(report.Certificate).And.Contains("valid until"));
        Assert.That(report.Stages[5].Detail, Is.EqualTo("CPU 6ES7 512-1DM03-0AB0, V4.1, 100 symbols per request"));
        Assert.That(report.Stages[7].Detail, Is.EqualTo("2 data blocks"));
        Assert.That(report.Cpu!.OrderNumber, Is.EqualTo("6ES7 512-1DM03-0AB0"));
        Assert.That((await well.RunAsync()).Output, Does.Contain("InitSSL").And.Contain("Legitimation").Or.Contain("Password"));
    }

    [Test]
    public async Task A_symbol_that_clients_may_write_and_the_CPU_does_not_is_a_note()
    {
        await using var plc = new SickPlusPlc(
            new SoftPlusOptions(),
            "certificate: PIN",
            "{ name: A, symbol: '\"DB_Pack\".Fixed', access: readwrite }"
        );
        var (exitCode, report) = await plc.ExamineAsync();
        Assert.That(
            (exitCode, report.Findings.Single().Cause, report.Findings.Single().Severity, report.TagsRead),
            Is.EqualTo((0, "symbolReadOnly", "warning", 1))
        );
    }

    [Test]
    public async Task What_hangs_up_at_the_TLS_handshake_or_speaks_no_COTP_is_told_apart()
    {
        await using var sick = new SickPlusPlc(new SoftPlusOptions(), "certificate: PIN", Running);
        sick.Plc.Faults.Arm(Fault.Reset(), FaultPoint.Connect);
        Assert.That((await sick.ExamineAsync()).Report.Findings.Single().Cause, Is.EqualTo("noHmiAccess"));
        using var other = new TcpListener(IPAddress.Loopback, 0);
        other.Start();
        var answering = AnswerAsync(other);
        await using var strange = new SickPlusPlc(
            new SoftPlusOptions(),
            "certificate: PIN",
            Running,
            ((IPEndPoint)other.LocalEndpoint).Port
        );
        var finding = (await strange.ExamineAsync()).Report.Findings.Single();
        Assert.That((finding.Stage, finding.Cause), Is.EqualTo(("cotp", "notS7Plus")), finding.Sentence);
        await answering;
    }

    [Test]
    public async Task Nobody_at_the_port_is_no_open_port()
    {
        await using var gone = new SickPlusPlc(new SoftPlusOptions(), "certificate: PIN", Running, FreePort.Next());
        Assert.That((await gone.ExamineAsync()).Report.Findings.Single().Cause, Is.EqualTo("portClosed"));
    }

    [Test]
    public async Task The_password_opens_the_CPU_and_never_stands_in_the_wire_log()
    {
        await using var locked = new SickPlusPlc(
            new SoftPlusOptions { Cpu = "locked" },
            "certificate: PIN, password: { file: right.password }",
            Running
        );
        var log = locked.PathOf("wire.log");
        var (exitCode, report) = await locked.ExamineAsync("--wire-log", log);
        Assert.That((exitCode, report.Ok), Is.EqualTo((0, true)), report.Findings.FirstOrDefault()?.Sentence);
        var lines = await File.ReadAllLinesAsync(log);
        Assert.That(lines, Is.All.StartWith("Packer "));
        Assert.That(lines, Has.Some.Contains("withheld: password"));
        Assert.That(lines, Has.Some.Contains("310000054c"), "reads after the password");
        Assert.That(string.Concat(lines), Does.Not.Contain(Convert.ToHexStringLower("secret"u8)));
    }

    [Test]
    public async Task A_certificate_that_is_trusted_on_first_use_is_kept_shown_and_replaced_only_when_told()
    {
        await using var plc = new SickPlusPlc(new SoftPlusOptions(), "certificate: trust-first-use", Running);
        await plc.PassesAsync();
        var first = plc.Plc.Plus!.Thumbprint;
        Assert.That(
            (await Shell.RunAsync("certs", "list", "--map", plc.MapPath)).Output,
            Does.Contain("plcs/trusted:").And.Contain("Packer: CN=")
        );

        await plc.ReplaceAsync();
        Assert.That(plc.Plc.Plus!.Thumbprint, Is.Not.EqualTo(first));
        var finding = (await plc.ExamineAsync()).Report.Findings.Single();
        Assert.That((finding.Cause, finding.Sentence), Is.EqualTo(("certificateNotTrusted", finding.Sentence)));
        Assert.That(finding.Sentence, Does.Contain("certs trust --plc \"Packer\""));

        Assert.That(
            (await Shell.RunAsync("certs", "trust", "--plc", "Packer", "--map", plc.MapPath)).Output,
            Does.Contain("Trusted for Packer")
        );
        await plc.PassesAsync();
        Assert.That((await Shell.RunAsync("certs", "untrust", "--plc", "Packer", "--map", plc.MapPath)).ExitCode, Is.Zero);
        Assert.That(
            (await Shell.RunAsync("certs", "trust", "--plc", "Packer", "--map", plc.MapPath)).Error,
            Does.Contain("no certificate of 'Packer' has been rejected")
        );
        Assert.That((await Shell.RunAsync("certs", "trust", "--map", plc.MapPath)).ExitCode, Is.EqualTo(2));
    }

    private static async Task AnswerAsync(TcpListener listener)
    {
        using var socket = await listener.AcceptSocketAsync();
        await socket.SendAsync("HTTP/1.1 400 Bad Request\r\n\r\n"u8.ToArray());
        // Until the caller has heard it.
        await socket.ReceiveAsync(new byte[256]);
        await socket.ReceiveAsync(new byte[256]);
    }

    /// <summary>A soft PLC and a map that reads it by symbol, in the hands of the real <c>doctor</c> command.</summary>
    private sealed class SickPlusPlc : IAsyncDisposable
    {
        private static readonly SoftBlock Pack = new(
            "DB_Pack",
            10,
            [
                new("State.Running", "Bool"),
                new("State.Speed", "Real"),
                new("Count", "DInt"),
                new("Temps", "Array[0..9] of Int"),
                new("Motors[1..3].Speed", "Real"),
                new("Fixed", "Int") { IsWritable = false },
                new("Secret", "Int") { IsAccessible = false },
            ]
        );

        private readonly MapText _map = new();
        private readonly SoftPlusOptions _options;

        public SickPlusPlc(SoftPlusOptions options, string keys, string tags, int port = 0)
        {
            var isLocked = options.Cpu == "locked";
            _options = options with
            {
                Blocks = [.. options.Blocks, Pack, new SoftBlock("DB_Classic", 12, [new("A", "Int")]) { IsOptimised = false }],
                Cpu = isLocked ? new SoftPlusOptions().Cpu : options.Cpu,
            };
            Plc = Make(0);
            if (isLocked)
                (Plc.Plus!.Access, Plc.Plus.Password) = (SoftAccess.None, "secret");
            _map.With(
                    "map.yaml",
                    $$"""
                    server: { anonymous: read, security: [None], endpoint: "opc.tcp://127.0.0.1:{{FreePort.Next()}}" }
                    web: false
                    plcs:
                      - { name: Packer, host: 127.0.0.1, port: {{(port == 0 ? Plc.Port : port)}}, timezone: UTC, protocol: s7plus, timeout: 10s, {{keys.Replace(
                        "PIN",
                        Plc.Plus!.Thumbprint
                    )}}, tags: [ {{tags}} ] }
                    """
                )
                .With("right.password", "secret\n")
                .With("wrong.password", "wrong\n");
            foreach (var file in (string[])["right.password", "wrong.password"])
            {
                if (!OperatingSystem.IsWindows())
                    File.SetUnixFileMode(_map.PathOf(file), UnixFileMode.UserRead | UnixFileMode.UserWrite);
            }
        }

        public SoftPlc Plc { get; private set; }

        public string MapPath => _map.PathOf("map.yaml");

        public string PathOf(string name) => _map.PathOf(name);

        public Task<Shell> RunAsync(params string[] options) => Shell.RunAsync(["doctor", MapPath, .. options]);

        public async Task<(int ExitCode, PlcReport Report)> ExamineAsync(params string[] options)
        {
            var shell = await RunAsync(["--format", "json", .. options]);
            Assert.That(shell.Output, Is.Not.Empty, shell.Error);
            return (shell.ExitCode, JsonSerializer.Deserialize(shell.Output, DoctorJson.Shapes.DoctorReport)!.Plcs.Single());
        }

        public async Task PassesAsync()
        {
            var report = (await ExamineAsync()).Report;
            Assert.That(report.Ok, Is.True, report.Findings.FirstOrDefault()?.Sentence);
        }

        /// <summary>Puts another CPU, with another certificate, in its place.</summary>
        public async Task ReplaceAsync()
        {
            var port = Plc.Port;
            await Plc.DisposeAsync();
            Plc = Make(port);
        }

        public async ValueTask DisposeAsync()
        {
            await Plc.DisposeAsync();
            _map.Dispose();
        }

        private SoftPlc Make(int port)
        {
            var plc = new SoftPlc(
                new SoftPlcOptions
                {
                    Behavior = CpuBehaviors.S7_1500,
                    Plus = _options,
                    Port = port,
                },
                TimeProvider.System
            );
            plc.Start();
            return plc;
        }
    }
}
