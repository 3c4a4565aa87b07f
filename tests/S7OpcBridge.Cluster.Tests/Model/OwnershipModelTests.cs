using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;
using S7OpcBridge.Cluster.Fencing;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Tests.Model;

/// <summary>The ownership protocol, judged by spin: all orders of the steps of a model that follows the code.</summary>
[Parallelizable]
internal sealed partial class OwnershipModelTests
{
    private const string Two = "-DN=2 -DVERSIONS=2 -DKILLS=0";
    private const string Three = "-DN=3 -DVERSIONS=1 -DKILLS=0 -DLIVES=1 -DVICTIMS=1";

    private const BindingFlags Any =
        BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    private static readonly string Text = File.ReadAllText(Path.Combine(Path.GetDirectoryName(Here())!, "ownership.pml"));

    [TestCase(Two, TestName = "Two_nodes_are_never_both_the_owner")]
    [TestCase(Three, TestName = "Three_nodes_are_never_two_owners")]
    [TestCase("-DN=2 -DVERSIONS=1 -DKILLS=1 -DPLANNED_STOP", TestName = "A_planned_stop_never_leaves_two_owners")]
    [TestCase("-DN=2 -DVERSIONS=1 -DKILLS=1 -DCALM", TestName = "When_the_faults_end_there_is_an_owner_in_time")]
    [CancelAfter(900_000)]
    public async Task The_model_has_no_fault(string options, CancellationToken token) =>
        Assert.That(await ErrorsAsync(options, token), Is.Zero);

    [TestCase(Two, "LATE_FENCE")]
    [TestCase(Two, "TENURE_OUTLIVES_LEASE")]
    [TestCase(Two, "UNACKNOWLEDGED_HANDOVER")]
    [TestCase(Two, "UNSEEN_END")]
    [TestCase(Two, "BROKEN_PROMISE")]
    [TestCase(Two, "FIRST_VIEW")]
    [TestCase(Two, "CLOCK_STANDS", Description = "A limit, not a fault that was put in: see docs/internals/cluster.md.")]
    [TestCase(Three, "OLD_VIEW_GRANTS")]
    [CancelAfter(900_000)]
    public async Task Spin_finds_a_fault_that_is_put_in(string options, string fault, CancellationToken token) =>
        Assert.That(await ErrorsAsync($"{options} -DFAULT_{fault}", token), Is.Not.Zero);

    [Test]
    public void Every_name_in_the_model_is_one_of_the_code()
    {
        Type[] all = [.. Types(typeof(ClusterNode)), .. Types(typeof(Acquisition))];
        var names = Names().Matches(Text).Select(static match => match.Groups[1].Value).Distinct().ToArray();
        var unknown = names.Where(name =>
        {
            var parts = name.Split('.');
            return !all.Any(type => type.Name == parts[0] && type.GetMember(parts[1], Any).Length > 0);
        });
        Assert.Multiple(() =>
        {
            Assert.That(names, Has.Length.GreaterThan(40));
            Assert.That(unknown, Is.Empty);
        });
    }

    // What is equal in the model, or less than it is here, leaves it less room than there is.
    [Test]
    public void The_times_of_the_model_have_the_order_of_those_of_the_code() =>
        Assert.Multiple(() =>
        {
            Assert.That((Time("STORE"), Time("TAKEOVER"), Time("PEERS"), Time("ALONE")), Is.EqualTo((1, 1, 2, 3)));
            Assert.That(LeaseTimes.Store, Is.LessThan(LeaseTimes.Takeover));
            Assert.That(LeaseTimes.Takeover, Is.LessThan(LeaseTimes.Peers));
            Assert.That(LeaseTimes.Peers, Is.LessThan(LeaseTimes.Alone));
        });

    private static string Here([CallerFilePath] string here = "") => here;

    private static Type[] Types(Type one) => one.Assembly.GetTypes();

    private static int Time(string name) =>
        int.Parse(Regex.Match(Text, $@"(?m)^#define {name} (\d+)$").Groups[1].Value, CultureInfo.InvariantCulture);

    private static async Task<int> ErrorsAsync(string options, CancellationToken token)
    {
        var folder = Directory.CreateTempSubdirectory("s7spin").FullName;
        try
        {
            await File.WriteAllTextAsync(Path.Combine(folder, "ownership.pml"), Text, token);
            await RunAsync(folder, "spin", ["-a", .. options.Split(' '), "ownership.pml"], token);
            // HC4: of each state 32 bits are kept beside its place; with so few states two are hardly ever taken for one.
            await RunAsync(folder, "gcc", ["-O1", "-DSAFETY", "-DHC4", "-DVECTORSZ=1024", "-o", "pan", "pan.c"], token);
            var said = await RunAsync(folder, Path.Combine(folder, "pan"), ["-m20000", "-w22"], token);
            TestContext.Out.WriteLine(Stored().Match(said).Value);
            Assert.That(said, Does.Not.Contain("max search depth too small"));
            return int.Parse(Errors().Match(said).Groups[1].Value, CultureInfo.InvariantCulture);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static async Task<string> RunAsync(string folder, string program, string[] arguments, CancellationToken token)
    {
        if (!OperatingSystem.IsLinux() || (!Path.IsPathRooted(program) && !IsThere(program)))
            Assert.Ignore(
                $"{program} is not on the PATH: install Debian's packages spin and gcc to have the model of the ownership judged"
            );
        var start = new ProcessStartInfo("nice", ["-n", "10", program, .. arguments])
        {
            WorkingDirectory = folder,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        using var process = Process.Start(start)!;
        try
        {
            var (output, errors) = (process.StandardOutput.ReadToEndAsync(token), process.StandardError.ReadToEndAsync(token));
            await process.WaitForExitAsync(token);
            Assert.That(process.ExitCode, Is.Zero, $"{program}: {await output}{await errors}");
            return await output;
        }
        finally
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
        }
    }

    private static bool IsThere(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(folder => File.Exists(Path.Combine(folder, program)));

    [GeneratedRegex(@"@ (\w+\.\w+)")]
    private static partial Regex Names();

    [GeneratedRegex(@"errors: (\d+)")]
    private static partial Regex Errors();

    [GeneratedRegex(@"\d+ states, stored")]
    private static partial Regex Stored();
}
