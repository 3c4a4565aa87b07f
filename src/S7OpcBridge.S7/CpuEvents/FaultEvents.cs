namespace S7OpcBridge.S7.CpuEvents;

/// <summary>Class 3: faults of the system that the program does not cause in its course.</summary>
internal static class FaultEvents
{
    public const string Lines = """
        3501 The cycle took longer than permitted
        3502 An organisation block was called while it still ran
        3503 An organisation block waited too long
        3505 A time-of-day interrupt was skipped because the clock was set forward
        3506 A time-of-day interrupt was skipped on the return to RUN
        3507 Too many calls of organisation blocks wait
        3509 Interrupts take too much of the time
        3571-3575 Calls are nested too deep
        3576 The local data are used up
        3578 Unknown instruction
        357A Jump to outside of the block
        3582-3583 A memory error was found and corrected
        3587 A memory error of several bits was found and corrected
        35A1 An organisation block for this error is not loaded
        35A2 An organisation block for this event is not loaded
        35A3 The system cannot use a block
        35D2 Messages cannot be sent to all stations
        3921 A backup battery is empty or missing|The backup battery is good again
        3922 The backup voltage is missing|The backup voltage is back
        3923 The 24 V supply is missing|The 24 V supply is back
        3942 A module reports a fault|A module reports no fault any more
        3951 A PROFINET submodule is gone
        3854 A PROFINET submodule is back
        3961 A module was pulled or does not answer|A module was plugged, and it is the configured one
        3863 A module was plugged, but of another type than configured
        3864 A module was plugged, but its type cannot be read
        3865 A module was plugged, but refuses its parameters
        3966 The load voltage of a module is missing|The load voltage of a module is back
        3984 An interface module was pulled|An interface module was plugged
        39B1 Error when the process image of the inputs is read|Process image of the inputs is read again
        39B2 Error when the process image of the outputs is written|Process image of the outputs is written again
        38B3 Process image of the inputs is read again
        38B4 Process image of the outputs is written again
        39C1 A rack has failed|A rack is back
        39C3 A DP master system has failed
        39C4 A DP station has failed|A DP station is back
        39C5 A DP station is faulty|A DP station is in order again
        39CA A PROFINET system has failed
        39CB A PROFINET device has failed|A PROFINET device is back
        39CC A PROFINET device is faulty|A PROFINET device is in order again
        38C8 A PROFINET device is back with other modules than configured
        39CD A PROFINET device is back with other modules than configured
        38C7 A PROFINET device is back, but refused parameters
        39CE A PROFINET device is back, but refused parameters
        """;
}
