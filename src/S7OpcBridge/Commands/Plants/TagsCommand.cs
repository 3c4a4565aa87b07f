using System.CommandLine;
using S7OpcBridge.Commands.Arguments;
using S7OpcBridge.Map;
using S7OpcBridge.Output;

namespace S7OpcBridge.Commands.Plants;

/// <summary><c>tags map</c>: every tag with NodeId, type, unit, access, address and description, in the form that another program imports.</summary>
internal static class TagsCommand
{
    public static Command Build()
    {
        var map = MapCommand.Argument();
        var format = new Option<string>("--format")
        {
            Description =
                "csv, json, what a program imports: publishednodes (OPC Publisher), ignition, kepware (its OPC UA Client driver); or topics: where mqtt "
                + "publishes each tag.",
            DefaultValueFactory = _ => "csv",
        };
        format.AcceptOnlyFromAmong([.. TagListFormat.All.Select(form => form.Name)]);
        var command = new Command("tags", "Prints all tags with NodeId, type, unit, access, address and description, for other programs.")
        {
            map,
            format,
        };
        command.SetAction(parsed =>
        {
            if (MapCommand.Load(parsed, map) is not { } loaded)
                return ExitCode.Failed;
            var (list, form) = (
                new TagList(loaded.Server, loaded.Tags) { Mqtt = loaded.Mqtt },
                TagListFormat.Find(parsed.GetRequiredValue(format))!
            );
            foreach (var piece in form.Write(list))
                parsed.InvocationConfiguration.Output.Write(piece);
            foreach (var gap in list.Gaps(form))
                parsed.InvocationConfiguration.Error.WriteLine($"s7opcbridge: {gap}.");
            return ExitCode.Ok;
        });
        return command;
    }
}
