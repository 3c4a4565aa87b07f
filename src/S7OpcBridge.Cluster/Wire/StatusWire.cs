using System.Collections.Immutable;
using S7OpcBridge.Core;

namespace S7OpcBridge.Cluster.Wire;

/// <summary>The status of a PLC, as far as the other nodes show it in _Status.</summary>
internal static class StatusWire
{
    private const int IsConnected = 1,
        RefusesAll = 2,
        HasAlarms = 4; // only of PLCs whose alarms are wanted, so that nodes of before understand the others

    public static void Write(WireWriter to, PlcStatus status)
    {
        to.Byte((byte)status.State);
        to.Byte(
            (byte)((status.Connected ? IsConnected : 0) | (status.RefusesAll ? RefusesAll : 0) | (status.Alarms is null ? 0 : HasAlarms))
        );
        to.Count(status.RefusalCode);
        to.Text(status.CpuState);
        to.Text(status.LastError);
        Write(to, status.BadTags);
        to.Signed(status.PduSize);
        to.Signed(status.MaxJobs);
        to.Signed(status.SlowedBy);
        to.Signed(status.Reconnects);
        to.Signed(status.HeldBack);
        to.Signed(status.JobWaits);
        to.Signed(status.JobWaitTime.Ticks);
        to.Signed(status.UnknownAnswers);
        to.Signed(status.PendingWrites);
        if (status.Alarms is { } alarms)
            Write(to, alarms);
        to.Count(status.Scans.Length);
        foreach (var scan in status.Scans)
            Write(to, scan);
    }

    public static PlcStatus Read(ref WireReader from)
    {
        var state = (PlcState)from.Byte();
        var flags = from.Byte();
        return new PlcStatus
        {
            State = state,
            Connected = (flags & IsConnected) != 0,
            RefusesAll = (flags & RefusesAll) != 0,
            RefusalCode = (ushort)from.Unsigned(),
            CpuState = from.Text(),
            LastError = from.Text(),
            BadTags = ReadTexts(ref from),
            PduSize = (int)from.Signed(),
            MaxJobs = (int)from.Signed(),
            SlowedBy = (int)from.Signed(),
            Reconnects = from.Signed(),
            HeldBack = from.Signed(),
            JobWaits = from.Signed(),
            JobWaitTime = TimeSpan.FromTicks(from.Signed()),
            UnknownAnswers = from.Signed(),
            PendingWrites = (int)from.Signed(),
            Alarms = (flags & HasAlarms) != 0 ? ReadAlarms(ref from) : null,
            Scans = ReadScans(ref from),
        };
    }

    private static void Write(WireWriter to, CpuAlarmStatus alarms)
    {
        to.Byte(alarms.IsSending ? (byte)1 : (byte)0);
        to.Text(alarms.Refusal);
        to.Signed(alarms.Refusals);
        to.Signed(alarms.Received);
        to.Signed(alarms.Lost);
        Write(to, alarms.DiagnosticBuffer);
        Write(to, alarms.Leds);
        Write(to, alarms.FaultyStations);
        to.Text(alarms.LastStop);
    }

    private static void Write(WireWriter to, ImmutableArray<string> texts)
    {
        to.Count(texts.Length);
        foreach (var text in texts)
            to.Text(text);
    }

    private static CpuAlarmStatus ReadAlarms(ref WireReader from) =>
        new()
        {
            IsSending = from.Byte() != 0,
            Refusal = from.Text(),
            Refusals = from.Signed(),
            Received = from.Signed(),
            Lost = from.Signed(),
            DiagnosticBuffer = ReadTexts(ref from),
            Leds = ReadTexts(ref from),
            FaultyStations = ReadTexts(ref from),
            LastStop = from.Text(),
        };

    private static void Write(WireWriter to, in ScanStatus scan)
    {
        to.Text(scan.Scan);
        to.Signed(scan.PdusPerCycle);
        to.Signed(scan.Overruns);
        to.Signed(scan.CycleTime.Ticks);
        to.Signed(scan.MaxCycleTime.Ticks);
        to.Signed(scan.ConfirmedTicks);
        to.Signed(scan.Cycles);
        to.Signed(scan.Pdus);
        to.Signed(scan.PolledItems);
        to.Signed(scan.SubscribedItems);
    }

    private static ImmutableArray<string> ReadTexts(ref WireReader from)
    {
        var texts = new string[from.Count()];
        for (var i = 0; i < texts.Length; i++)
            texts[i] = from.Text();
        return ImmutableArray.Create(texts);
    }

    private static ImmutableArray<ScanStatus> ReadScans(ref WireReader from)
    {
        var scans = new ScanStatus[from.Count()];
        for (var i = 0; i < scans.Length; i++)
        {
            scans[i] = new ScanStatus(
                from.Text(),
                (int)from.Signed(),
                from.Signed(),
                TimeSpan.FromTicks(from.Signed()),
                TimeSpan.FromTicks(from.Signed()),
                from.Signed(),
                from.Signed(),
                from.Signed()
            )
            {
                PolledItems = (int)from.Signed(),
                SubscribedItems = (int)from.Signed(),
            };
        }
        return ImmutableArray.Create(scans);
    }
}
