using Mono.Cecil;

namespace S7OpcBridge.Simulation.Faults;

/// <summary>A fault that is written into the compiled code of the bridge before it is loaded. The simulation has to find each of them.</summary>
/// <param name="Name">What it is.</param>
/// <param name="Assembly">The assembly that has it.</param>
/// <param name="Seed">A seed that finds it, so that the tests are brief. Beginning with 1, all but the last were found within a minute of CPU time.</param>
/// <param name="Plant">Writes it.</param>
internal sealed record PlantedFault(string Name, string Assembly, ulong Seed, Action<ModuleDefinition> Plant)
{
    private const string Core = "S7OpcBridge.Core",
        S7 = "S7OpcBridge.S7";

    public static IReadOnlyList<PlantedFault> All { get; } =
    [
        new("staleness-forgotten", Core, 12, static core => core.Method("Reading.Staleness", "get_Due").Return(long.MaxValue)),
        new(
            "write-sent-again",
            Core,
            1,
            static core =>
            {
                core.Method("Links.TagWriteRequest", "Set").Begin(nameof(Hooks.KeepUnanswered), arguments: 3);
                core.Method("Writing.WriteQueue", "Open").Begin(nameof(Hooks.SendAgain), arguments: 1);
            }
        ),
        new("answer-to-another-job", S7, 35, static s7 => s7.Method("Jobs.JobWindow", "Answered").Change(nameof(Hooks.OtherReference))),
        new("good-where-refused", Core, 8, static core => core.Method("Links.ReadAnswer", "Refuse").Return()),
        new("written-where-refused", S7, 1, static s7 => s7.Method("S7WriteJob", "StatusOf").Return(0xFF)),
        new("value-lost-at-reconnect", Core, 1, static core => core.Method("TagBatch", "Add").Change(nameof(Hooks.QualityAlone))),
        new(
            "plan-kept-for-a-smaller-pdu",
            Core,
            1,
            static core => core.Method("ClassicS7.S7ReadPlanner", "For").Change(nameof(Hooks.LargestPdu))
        ),
        new("refused-tag-forgotten", Core, 3, static core => core.Method("Quality.Quarantine", "Due").Return(long.MaxValue)),
    ];

    public static IEnumerable<string> Names => All.Select(static fault => fault.Name);

    /// <summary>Runs this program again, with the fault in the bridge. Returns its exit code.</summary>
    public static Task<int> RunAsync(string name, string[] args)
    {
        if (All.FirstOrDefault(fault => fault.Name == name) is { } fault)
            return new FaultContext(fault).RunAsync(args);
        Console.Error.WriteLine($"There is no fault '{name}'; there are {string.Join(", ", Names)}.");
        return Task.FromResult(2);
    }
}
