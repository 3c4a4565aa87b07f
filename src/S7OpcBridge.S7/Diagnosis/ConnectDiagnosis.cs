namespace S7OpcBridge.S7.Diagnosis;

/// <summary>Explains connections that failed or were lost.</summary>
internal static class ConnectDiagnosis
{
    public static S7Diagnosis Diagnose(S7Exception failure, S7ConnectionOptions options, S7Profile profile) =>
        failure switch
        {
            S7LinkException { Stage: S7ConnectStage.Resolve or S7ConnectStage.Tcp } link => DiagnoseTcp(link, options, profile),
            S7LinkException { Stage: S7ConnectStage.Cotp } link => DiagnoseCotp(link, options, profile),
            S7LinkException { Stage: S7ConnectStage.Setup } link => DiagnoseSetup(link, options, profile),
            S7ProtocolException => new(
                S7Stage.Cotp,
                S7Cause.NotS7,
                $"The service at {options.Host}:{options.Port} does not speak S7: {failure.Message}",
                new S7Remedy("Check address and port: another service, or a gateway of another protocol, answers there.")
            ),
            _ => Lost(failure, S7Stage.Identity),
        };

    /// <summary>The connection ended during the examination.</summary>
    public static S7Diagnosis Lost(S7Exception failure, S7Stage stage) =>
        new(
            stage,
            S7Cause.LinkLost,
            "The connection was lost during the diagnosis. " + $"{failure.Message}",
            new S7Remedy(
                "Run doctor again. If it happens each time: check cable and switch, check 'profile' (a LOGO! closes the connection on some requests that "
                    + "other CPUs answer), and raise 'timeout' for a slow CPU."
            )
        );

    /// <summary>Result of a probe: the PLC accepts another TSAP.</summary>
    public static S7Diagnosis Found(ushort found, S7ConnectionOptions options, S7Profile profile) =>
        new(
            S7Stage.Cotp,
            S7Cause.WrongTsap,
            $"Wrong rack and slot or TSAP: the PLC refuses {Tsap.Describe(options.RemoteTsap, profile)} and accepts "
                + $"{Tsap.Describe(found, profile)}.",
            new S7Remedy($"Write {Tsap.InMap(found, profile)} in the map.")
        );

    /// <summary>Result of a probe: the PLC accepts none, so the TSAP is not the cause.</summary>
    public static S7Diagnosis NoneFound(int tried, S7Profile profile) =>
        new(
            S7Stage.Cotp,
            S7Cause.NoFreeConnection,
            $"No free connection: the PLC refuses this TSAP and {tried} others, so all its connections are in use, or it is just "
                + "starting.",
            Remedies.Connections(profile)
        );

    private static S7Diagnosis DiagnoseTcp(S7LinkException link, S7ConnectionOptions options, S7Profile profile) =>
        link.Cause switch
        {
            S7LinkCause.NameUnknown => new(
                S7Stage.Tcp,
                S7Cause.NameUnknown,
                $"The name '{options.Host}' has no " + "address.",
                new S7Remedy("Check its spelling and the DNS server, or write the PLC's IP address.")
            ),
            S7LinkCause.BindFailed => new(
                S7Stage.Tcp,
                S7Cause.BindFailed,
                $"This machine has no address {options.Bind} to connect " + "from.",
                new S7Remedy("Correct 'bind', or remove it: it must be one of this machine's own addresses.")
            ),
            S7LinkCause.Refused => new(
                S7Stage.Tcp,
                S7Cause.PortClosed,
                $"Port closed: a machine is at {options.Host}, but nothing listens on its port " + $"{options.Port}.",
                Remedies.Port(options.Port, profile)
            ),
            S7LinkCause.TimedOut => new(
                S7Stage.Tcp,
                S7Cause.NoAnswer,
                $"Nobody answers at {options.Host}:{options.Port}: wrong address, PLC switched off, or a "
                    + $"firewall that drops port {options.Port}.",
                new S7Remedy(
                    $"Ping {options.Host} from this machine. No answer: check address, cable, power, subnet mask and the PLC's gateway (router address). "
                        + $"An answer: open TCP port {options.Port} in the firewalls between."
                )
            ),
            _ => new(
                S7Stage.Tcp,
                S7Cause.NoRoute,
                $"This machine has no route to {options.Host}. {link.Message}",
                new S7Remedy(
                    "Check the address, the cable, and the routes of this machine (ip route, route print); a PLC in another subnet also needs a gateway "
                        + "(router) in its own settings."
                )
            ),
        };

    private static S7Diagnosis DiagnoseCotp(S7LinkException link, S7ConnectionOptions options, S7Profile profile)
    {
        var tsap = Tsap.Describe(options.RemoteTsap, profile);
        if (link.Cause == S7LinkCause.TimedOut)
            return new(
                S7Stage.Cotp,
                S7Cause.ConnectUnanswered,
                $"The PLC accepts TCP but does not answer the connect request to TSAP {tsap}: it does not "
                    + "know this TSAP, or is just starting.",
                Remedies.Slot(profile)
            );
        if (Tsap.IsUsual(options.RemoteTsap, profile))
            return new(
                S7Stage.Cotp,
                S7Cause.NoFreeConnection,
                $"No free connection: {tsap} is right for {Families.NameOf(profile)}, but the PLC refuses the " + "connect request.",
                Remedies.Connections(profile)
            );
        if (Families.ToolOf(profile) == EngineeringTool.TiaPortal || profile.Name == "s7-300")
            return new(
                S7Stage.Cotp,
                S7Cause.WrongTsap,
                $"Wrong rack and slot or TSAP: {Families.NameOf(profile)} is not at {tsap}.",
                Remedies.Slot(profile)
            );
        return new(
            S7Stage.Cotp,
            S7Cause.TurnedAway,
            $"The PLC refuses the connect request to TSAP {tsap}: wrong rack and slot or TSAP, or no free " + "connection.",
            Remedies.Slot(profile)
        );
    }

    private static S7Diagnosis DiagnoseSetup(S7LinkException link, S7ConnectionOptions options, S7Profile profile) =>
        link.Cause == S7LinkCause.ClosedByPeer
            ? new(
                S7Stage.Setup,
                S7Cause.NoFreeConnection,
                $"No free S7 connection: the PLC accepts TSAP {Tsap.Describe(options.RemoteTsap, profile)} but closes "
                    + "the connection at the S7 setup.",
                Remedies.Connections(profile)
            )
            : new(
                S7Stage.Setup,
                S7Cause.SetupFailed,
                $"The S7 setup fails. {link.Message}",
                new S7Remedy(
                    "Wait until the CPU has finished starting and run doctor again; if the problem remains, the module at this TSAP is not a CPU: check "
                        + "rack and slot."
                )
            );
}
