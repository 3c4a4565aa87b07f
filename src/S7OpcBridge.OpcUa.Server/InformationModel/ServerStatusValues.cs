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
        nodes.SetValue(Ids.Server_ServerStatus, now => Variant.Of(ExtensionObject.Of(At(now))));
        nodes.SetValue(Ids.Server_ServerStatus_StartTime, Variant.OfDateTime(facts.StartTime));
        nodes.SetValue(Ids.Server_ServerStatus_CurrentTime, now => Variant.OfDateTime(At(now).CurrentTime));
        nodes.SetValue(Ids.Server_ServerStatus_State, now => Variant.Of((int)At(now).State));
        nodes.SetValue(Ids.Server_ServerStatus_SecondsTillShutdown, now => Variant.Of(At(now).SecondsTillShutdown));
        nodes.SetValue(Ids.Server_ServerStatus_ShutdownReason, now => Variant.Of(At(now).ShutdownReason));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo, Variant.Of(ExtensionObject.Of(facts.Build)));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo_ProductName, Variant.Of(facts.Build.ProductName));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo_ProductUri, Variant.Of(facts.Build.ProductUri));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo_ManufacturerName, Variant.Of(facts.Build.ManufacturerName));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo_SoftwareVersion, Variant.Of(facts.Build.SoftwareVersion));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo_BuildNumber, Variant.Of(facts.Build.BuildNumber));
        nodes.SetValue(Ids.Server_ServerStatus_BuildInfo_BuildDate, Variant.OfDateTime(facts.Build.BuildDate));
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
