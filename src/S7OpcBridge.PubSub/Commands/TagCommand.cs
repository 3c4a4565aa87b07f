using System.Text.Json;
using S7OpcBridge.OpcUa;

namespace S7OpcBridge.PubSub;

/// <summary>A command to write a tag.</summary>
/// <param name="Tag">Number of the tag.</param>
/// <param name="Topic">The topic on which it came.</param>
/// <param name="Value">The value as it came; valid during the call.</param>
public readonly record struct TagCommand(int Tag, string Topic, JsonElement Value);

/// <summary>What became of a command.</summary>
/// <param name="Status">Good, or why it was not carried out.</param>
/// <param name="Words">The same as a sentence.</param>
public readonly record struct CommandResult(StatusCode Status, string Words);

/// <summary>Carries out a command. It checks rights and limits, and must not throw for what the command says.</summary>
public delegate ValueTask<CommandResult> CommandHandler(TagCommand command, CancellationToken cancellationToken);
