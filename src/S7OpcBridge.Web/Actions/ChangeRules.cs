using S7OpcBridge.Map;

namespace S7OpcBridge.Web.Actions;

/// <summary>What can be changed here at all, whoever asks.</summary>
internal sealed class ChangeRules(BridgeView view, BridgeCommands commands)
{
    /// <summary>Why nobody can log in, as a sentence; null: users can.</summary>
    public string? WhyNoLogin =>
        commands.LogInAsync is null
            ? $"There are no users, so nobody can log in: {ProgramInvocation.Command("users add NAME --role SecurityAdmin")} makes one."
            : null;

    /// <summary>Why nobody can change anything, as a sentence; null: users can.</summary>
    public string? WhyNoChange =>
        WhyNoLogin ?? (view.Running().Web.Edit == false ? "Nothing can be changed here: the map says 'web: { edit: false }'." : null);

    /// <summary>Why nobody can change the map, as a sentence; null: users can.</summary>
    public string? WhyNoMapChange => WhyNoChange ?? (view.Running().Web.Edit is null ? commands.WhyMapIsReadOnly() : null);
}
