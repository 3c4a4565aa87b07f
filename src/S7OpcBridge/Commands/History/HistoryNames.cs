using S7OpcBridge.Recording;

namespace S7OpcBridge.Commands.History;

/// <summary>What people call the series of a store: tags as their keys, and the events of the server.</summary>
internal static class HistoryNames
{
    /// <summary>The series of events, whose key is a node id.</summary>
    public const string Events = "Server (events)";

    public static string NameOf(string key) => key == EventSeries.Key ? Events : key;

    /// <summary>The key of a name; keys are taken as well.</summary>
    public static string KeyOf(string name) => name == Events ? EventSeries.Key : name;
}
