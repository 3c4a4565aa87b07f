namespace S7OpcBridge.OpcUa.Server.InformationModel;

/// <summary>
/// ServerStatus and its members. Values are kept for 10 ms, so that a client that reads the structure and a member in one call gets the same time in both.
/// </summary>
internal sealed class ServerStatusValues(ServerFacts facts)
{
    private static readonly long CacheTime = TimeSpan.FromMilliseconds(10).Ticks;

    private volatile ServerStatusDataType _last = new();

    public void AttachTo(Namespace0 nodes)
    {
        nodes.SetValue(Ids.Server_ServerStatus, now => Variant.From(ExtensionObject.From(At(now))));
        nodes.SetValue(Ids.Server_ServerStatus_StartTime, Variant.FromDateTime(facts.StartTime));
        nodes.SetValue(Ids.Server_ServerStatus_CurrentTime, now => Variant.FromDateTime(At(now).CurrentTime));
        nodes.SetValue(Ids.Server_ServerStatus_State, now => Variant.From((int)At(now).State));
        nodes.SetValue(Ids.Server_ServerStatus_SecondsTillShutdown, now => Variant.From(At(now).SecondsTillShutdown));
        nodes.SetValue(Ids.Server_ServerStatus_ShutdownReason, now => Variant.From(At(now).ShutdownReason));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo, Variant.From(ExtensionObject.From(facts.Build)));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo_ProductName, Variant.From(facts.Build.ProductName));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo_ProductUri, Variant.From(facts.Build.ProductUri));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo_ManufacturerName, Variant.From(facts.Build.ManufacturerName));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo_SoftwareVersion, Variant.From(facts.Build.SoftwareVersion));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo_BuildNumber, Variant.From(facts.Build.BuildNumber));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo_BuildDate, Variant.FromDateTime(facts.Build.BuildDate));
    }

    private ServerStatusDataType At(long now)
    {
        var last = _last;
        var condition = facts.Condition();
        if (
            now - last.CurrentTime is >= 0 and var age
            && age < CacheTime
            && last.State == condition.State
            && last.SecondsTillShutdown == condition.SecondsTillShutdown
        )
            return last;
        return _last = new ServerStatusDataType
        {
            StartTime = facts.StartTime,
            CurrentTime = now,
            State = condition.State,
            BuildInfo = facts.Build,
            SecondsTillShutdown = condition.SecondsTillShutdown,
            ShutdownReason = condition.ShutdownReason,
        };
    }
}
