namespace S7OpcBridge.Web.Alarms;

/// <summary>Changes of alarms from the history, newest first.</summary>
/// <param name="IsRecorded">False: the map has no history, so that nothing is known of the past.</param>
/// <param name="Rows">The alarms as they were right after each change; a row of state <c>gap</c> where changes may be missing.</param>
/// <param name="Older">What to ask for as <c>after</c> to go on; null: there is nothing older.</param>
/// <param name="SearchedTo">How far back was looked; null: to the beginning.</param>
/// <param name="Trouble">Why nothing could be read, as a sentence; null: it could.</param>
internal sealed record PastAlarms(bool IsRecorded, IReadOnlyList<AlarmRow> Rows, string? Older, DateTime? SearchedTo, string? Trouble);
