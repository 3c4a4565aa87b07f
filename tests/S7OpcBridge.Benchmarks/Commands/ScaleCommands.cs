using System.CommandLine;

namespace S7OpcBridge.Benchmarks;

/// <summary><c>memory</c>, <c>startup</c>, <c>scale</c> and <c>growth</c>: the whole bridge, in a process of its own, before soft PLCs in another.</summary>
internal static class ScaleCommands
{
    public static Command Memory()
    {
        var (tags, rounds) = (Tags(200_000).AtLeast(2 * MemoryTable.Few), Rounds());
        return TableCommand.Build(
            "memory",
            "Resident memory per tag, all in, and per monitored item.",
            [tags, rounds],
            async (parsed, _) => await MemoryTable.MeasureAsync(parsed.GetValue(tags), parsed.GetValue(rounds))
        );
    }

    public static Command Startup()
    {
        var (tags, rounds) = (Tags(100_000), Rounds());
        var program = new Option<string?>("--program")
        {
            Description = "Path of another build of the program, a published or native one for example.",
        };
        var plcs = new Option<int>("--plcs") { Description = "Number of PLCs.", DefaultValueFactory = _ => 20 }.AtLeast(1);
        return TableCommand.Build(
            "startup",
            "From nothing to listening and to the values of all tags, by phase.",
            [tags, plcs, rounds, program],
            async (parsed, _) =>
                await StartTable.MeasureAsync(
                    parsed.GetValue(tags),
                    parsed.GetValue(plcs),
                    parsed.GetValue(rounds),
                    parsed.GetValue(program)
                )
        );
    }

    public static Command Scale()
    {
        var tags = Tags(100_000);
        var clients = new Option<int>("--clients")
        {
            Description = "Clients, each subscribed to all tags.",
            DefaultValueFactory = _ => 5,
        }.AtLeast(1);
        var seconds = new Option<int>("--seconds") { Description = "How long it is measured.", DefaultValueFactory = _ => 60 }.AtLeast(1);
        var divided = new Option<bool>("--divided") { Description = "Each client subscribes to a share of the tags instead of all." };
        var nodes = new Option<int>("--nodes")
        {
            Description = "Nodes of a cluster that share the PLCs.",
            DefaultValueFactory = _ => 1,
        }.AtLeast(1);
        return TableCommand.Build(
            "scale",
            "All tags of 20 PLCs (a million: of 200) at 1 s, subscribed by clients: CPU, memory, latency, and whether anything was lost.",
            [tags, clients, seconds, divided, nodes],
            async (parsed, _) =>
                await ScaleTable.MeasureAsync(
                    [(parsed.GetValue(tags), 10), (parsed.GetValue(tags), 50), (parsed.GetValue(tags), 100)],
                    parsed.GetValue(clients),
                    TimeSpan.FromSeconds(parsed.GetValue(seconds)),
                    "scale",
                    parsed.GetValue(divided),
                    parsed.GetValue(nodes)
                )
        );
    }

    public static Command Growth()
    {
        var million = new Option<bool>("--million") { Description = "Also with 1,000,000 tags, which takes some minutes and 2 GB." };
        var seconds = new Option<int>("--seconds")
        {
            Description = "How long each number of tags is measured.",
            DefaultValueFactory = _ => 20,
        }.AtLeast(1);
        return TableCommand.Build(
            "growth",
            "What 1,000, 10,000, 100,000 (and a million) tags cost, with one client.",
            [million, seconds],
            async (parsed, _) =>
                await ScaleTable.MeasureAsync(
                    [(1_000, 10), (10_000, 10), (100_000, 10), .. parsed.GetValue(million) ? [(1_000_000, 10)] : Array.Empty<(int, int)>()],
                    1,
                    TimeSpan.FromSeconds(parsed.GetValue(seconds)),
                    "growth"
                )
        );
    }

    public static Command Plant()
    {
        var arguments = new[] { "tags", "plcs", "port", "moving" }.Select(name => new Argument<int>(name)).ToArray();
        var command = new Command("plant", "The soft PLCs of the other commands.") { Hidden = true };
        foreach (var argument in arguments)
            command.Add(argument);
        command.SetAction(
            async (parsed, _) =>
            {
                var numbers = Array.ConvertAll(arguments, argument => parsed.GetValue(argument));
                return await ScalePlant.RunAsync(new ScaleTags(numbers[0], numbers[1]), numbers[2], numbers[3]);
            }
        );
        return command;
    }

    private static Option<int> Tags(int count) =>
        new Option<int>("--tags") { Description = "Number of tags.", DefaultValueFactory = _ => count }.AtLeast(1000);

    private static Option<int> Rounds() =>
        new Option<int>("--rounds") { Description = "How often it is measured.", DefaultValueFactory = _ => 3 }.AtLeast(1);
}
