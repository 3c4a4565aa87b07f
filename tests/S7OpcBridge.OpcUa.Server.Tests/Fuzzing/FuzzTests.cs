using System.Diagnostics;
using System.Globalization;

namespace S7OpcBridge.OpcUa.Server.Tests.Fuzzing;

/// <summary>
/// Millions of damaged inputs, from a seed and so again and again the same. <c>S7OPCBRIDGE_FUZZ_SECONDS=3600</c> runs each target so long instead of a fixed
/// number of inputs, <c>S7OPCBRIDGE_FUZZ_SEED</c> takes other ones. A finding prints its bytes: put them into Crashes/TARGET-what.hex, and they are a test for
/// good.
/// </summary>
internal sealed class FuzzTests
{
    private const int Inputs = 50_000;
    private const int MaxAllocated = 4 * 1024 * 1024,
        MaxAllocatedPerByte = 250;

    private static string[] Targets => [.. FuzzTargets.All.Select(target => target.Name)];

    private static string CrashFolder => Path.Combine(TestContext.CurrentContext.TestDirectory, "Fuzzing", "Crashes");

    [TestCaseSource(nameof(Targets))]
    public void Damaged_input_is_refused_with_our_own_error_and_little_memory(string target)
    {
        var seed = int.Parse(Environment.GetEnvironmentVariable("S7OPCBRIDGE_FUZZ_SEED") ?? "20261121", CultureInfo.InvariantCulture);
        var seconds = double.Parse(Environment.GetEnvironmentVariable("S7OPCBRIDGE_FUZZ_SECONDS") ?? "0", CultureInfo.InvariantCulture);
        var (mutation, der, random) = (new Mutation(new Random(seed)), new DerMutation(new Random(seed + 2)), new Random(seed + 1));
        var (seeds, feed, inputs, isDer) = (
            FuzzSeeds.Of(target),
            FuzzTargets.Named(target),
            InputsOf(target),
            target is "certificate" or "revocation-list"
        );
        var clock = Stopwatch.StartNew();
        var refused = 0;
        for (long i = 0; seconds > 0 ? clock.Elapsed.TotalSeconds < seconds : i < inputs; i++)
        {
            var sound = seeds[random.Next(seeds.Count)];
            if (!Feed(feed, isDer && i % 2 == 0 ? der.Of(sound) : mutation.Of(sound, seeds), target))
                refused++;
        }
        Assert.That(refused, Is.GreaterThan(0), "inputs that are never refused reach nothing");
    }

    [TestCaseSource(nameof(Targets))]
    public void Sound_input_is_taken_or_the_fuzzer_would_stop_at_the_door(string target)
    {
        var taken = FuzzSeeds.Of(target).Count(input => Feed(FuzzTargets.Named(target), input, target));
        Assert.That(taken, Is.GreaterThan(0));
    }

    [Test]
    public void What_once_did_harm_does_none_any_more()
    {
        var files = Directory.GetFiles(CrashFolder, "*.hex");
        Assert.That(files, Is.Not.Empty, "the corpus lies beside the tests");
        foreach (var file in files)
        {
            var target = FuzzTargets
                .All.Select(known => known.Name)
                .Where(name => Path.GetFileName(file).StartsWith(name + "-", StringComparison.Ordinal))
                .MaxBy(name => name.Length);
            Assert.That(target, Is.Not.Null, $"{file} begins with no target's name");
            Feed(
                FuzzTargets.Named(target!),
                Convert.FromHexString(File.ReadAllText(file).ReplaceLineEndings("").Replace(" ", "")),
                target!
            );
        }
    }

    private static int InputsOf(string target) =>
        SecurityTargets.All.FirstOrDefault(known => known.Name == target).Inputs is > 0 and var few ? few : Inputs;

    // False: refused, as it should be.
    private static bool Feed(Action<byte[]> feed, byte[] input, string target)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        var isTaken = true;
        try
        {
            feed(input);
        }
        catch (UaException)
        {
            isTaken = false;
        }
        catch (Exception e) when (e is not AssertionException)
        {
            Assert.Fail(
                $"{e.GetType().Name}: {e.Message} Put this into Fuzzing/Crashes/{target}-{e.GetType().Name}.hex:\n{Convert.ToHexString(input)}\n{e.StackTrace}"
            );
        }
        var allocated = GC.GetAllocatedBytesForCurrentThread() - before;
        if (allocated > MaxAllocated + (long)MaxAllocatedPerByte * input.Length)
            Assert.Fail(
                $"{input.Length} bytes made {allocated}. Put this into Fuzzing/Crashes/{target}-memory.hex:\n{Convert.ToHexString(input)}"
            );
        return isTaken;
    }
}
