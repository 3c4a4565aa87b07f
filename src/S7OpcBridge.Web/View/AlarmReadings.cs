namespace S7OpcBridge.Web;

/// <summary>What pages and metrics read of the alarms.</summary>
public sealed record AlarmReadings
{
    /// <summary>The alarms that are asked for.</summary>
    public required Func<AlarmSearch, AlarmList> List { get; init; }

    /// <summary>Counts by class.</summary>
    public required Func<IReadOnlyList<AlarmClassCounts>> Counts { get; init; }
}

/// <summary>Which alarms are wanted.</summary>
/// <param name="State">active, unacknowledged or all; empty: of interest now.</param>
/// <param name="Plc">Name of a PLC; empty: all.</param>
/// <param name="Locale">The reader's language; empty: the first that an alarm has.</param>
public sealed record AlarmSearch(string State, string Plc, string Locale);

/// <summary>The alarms, those whose state changed last first.</summary>
/// <param name="Total">All alarms that the map defines.</param>
/// <param name="Active">Active ones.</param>
/// <param name="Unacknowledged">Those that wait for an acknowledgement.</param>
/// <param name="Shelved">Shelved ones.</param>
/// <param name="Rows">The alarms asked for, at most <see cref="Most"/>.</param>
public sealed record AlarmList(int Total, int Active, int Unacknowledged, int Shelved, IReadOnlyList<AlarmRow> Rows)
{
    /// <summary>Rows of one answer at most.</summary>
    public const int Most = 500;
}

/// <summary>Counts of the alarms of one class.</summary>
/// <param name="Class">Its name; empty: that of PLCs.</param>
public readonly record struct AlarmClassCounts(
    string Class,
    int Total,
    int Active,
    int Unacknowledged,
    int Unconfirmed,
    int Shelved,
    int Disabled
);
